import Foundation
import ProfilesAPI
import RPC
import TestSupport
import Testing

@testable import ProfilesService

/// Random sequences of refreshes: a device that keeps to the rules is never signed out, a thief always noticed.
struct RefreshPropertyTests {
    /// What happens to a device and its service.
    private enum Step: CaseIterable { case refresh, lose, windows, wait, waitLong, restart, setClock }

    /// A device that keeps to the rules: it stores each token that it receives, and repeats a refresh whose response was
    /// lost within half a minute.
    private struct HonestDevice {
        var token: String
        let profiles: SimulatedProfiles

        mutating func refresh(_ seed: UInt64) async throws {
            let next = try await profiles.refresh(token)
            let received = try #require(next.refreshToken)
            #expect(received != token, "seed \(seed)")
            token = received
        }

        /// Loses up to three responses, the service perhaps with them, and receives the fourth.
        mutating func lose(using source: inout SplitMix64, _ seed: UInt64) async throws {
            var lost: Set<String?> = []
            for _ in 0..<Int.random(in: 1...3, using: &source) {
                lost.insert(try await profiles.refresh(token).refreshToken)
                if Bool.random(using: &source) { try await profiles.restart() }
                try await profiles.simulation.sleep(for: .milliseconds(Int64.random(in: 1...9_000, using: &source)))
            }
            try await refresh(seed)
            #expect(lost == [token], "seed \(seed)")
        }

        /// Two windows with the same storage refresh at the same time.
        mutating func refreshTwice(_ seed: UInt64) async throws {
            let (presented, profiles) = (token, profiles)
            async let first = profiles.refresh(presented).refreshToken
            async let second = profiles.refresh(presented).refreshToken
            let both = try await [first, second]
            #expect(both[0] == both[1], "seed \(seed)")
            token = try #require(both[0])
        }
    }

    private static func live(
        _ device: inout HonestDevice, _ steps: Int, using source: inout SplitMix64, _ seed: UInt64
    ) async throws {
        let profiles = device.profiles
        for _ in 0..<steps {
            switch Step.allCases.randomElement(using: &source) ?? .refresh {
            case .refresh: try await device.refresh(seed)
            case .lose: try await device.lose(using: &source, seed)
            case .windows: try await device.refreshTwice(seed)
            case .wait:
                try await profiles.simulation.sleep(for: .milliseconds(Int64.random(in: 1...40_000, using: &source)))
            case .waitLong:
                try await profiles.simulation.sleep(for: .seconds(Int64.random(in: 31...900, using: &source)))
            case .restart: try await profiles.restart(after: .seconds(Int64.random(in: 0...100, using: &source)))
            case .setClock:
                // Back and ahead, within the 90 days.
                profiles.simulation.jumpWallClock(by: .seconds(Int64.random(in: -200_000...200_000, using: &source)))
            }
        }
    }

    @Test(arguments: Seeds.make(10)) func `an honest device is never signed out, whatever is lost`(
        seed: UInt64
    ) async throws {
        print("seed \(seed)")
        try await SimulatedProfiles.run(seed: seed) { profiles in
            var source = SplitMix64(seed: seed)
            var device = HonestDevice(token: try #require(try await profiles.pair().refreshToken), profiles: profiles)
            try await Self.live(&device, 40, using: &source, seed)
            try await device.refresh(seed)
            let devices = try await profiles.owner().send(Profiles.ListDevices()).devices
            #expect(devices.count == 1 && devices.first?.signedOut == nil, "seed \(seed)")
        }
    }

    @Test(arguments: Seeds.make(20)) func `a copied token is noticed when both have used it, and ends for both`(
        seed: UInt64
    ) async throws {
        print("seed \(seed)")
        try await SimulatedProfiles.run(seed: seed) { profiles in
            var source = SplitMix64(seed: seed)
            var device = HonestDevice(token: try #require(try await profiles.pair().refreshToken), profiles: profiles)
            try await Self.live(&device, Int.random(in: 0...10, using: &source), using: &source, seed)
            var copied = device.token
            if Bool.random(using: &source) {
                // The owner goes on; the thief comes later.
                try await device.refresh(seed)
                try await Self.live(&device, Int.random(in: 0...10, using: &source), using: &source, seed)
                try await profiles.simulation.sleep(for: .seconds(31))
                #expect(try await profiles.refusal(of: copied) == .refreshTokenReused, "seed \(seed)")
                #expect(try await profiles.refusal(of: device.token) == .signedOut, "seed \(seed)")
            } else {
                // The thief comes first, and goes on for a while.
                for _ in 0..<Int.random(in: 1...4, using: &source) {
                    copied = try #require(try await profiles.refresh(copied).refreshToken)
                    try await profiles.simulation.sleep(for: .seconds(31))
                }
                if Bool.random(using: &source) {
                    profiles.simulation.jumpWallClock(by: .seconds(Int64.random(in: -9_000...9_000, using: &source)))
                }
                #expect(try await profiles.refusal(of: device.token) == .refreshTokenReused, "seed \(seed)")
            }
            #expect(try await profiles.refusal(of: copied) == .signedOut, "seed \(seed)")
        }
    }
}
