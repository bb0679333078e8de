import CatalogAPI
import Foundation
import Glibc
import HearthModel
import RPC
import ServiceKit
import TestSupport
import Testing

/// A household under every kind of write, of whose services each is struck again and again: killed, as a rule.
struct KillWorkload {
    let cluster: RealCluster
    let clients: HouseholdClients
    let ledger = CallLedger()
    /// Titles of the library that no import of the drill touches.
    let titles: [ContentID]
    /// The services that are struck, each under its own kinds of writes.
    let services: [String]

    static let services = ["catalog", "profiles", "playback-state", "reading-list", "scheduler"]
    /// Titles of the library: films.
    static let libraryTitles = 200
    /// Callers of the quick kinds of writes: so many of their calls are on their way when a service is killed.
    static let lanes = 0..<4
    /// How long a call waits for its answer: many times what a restart takes.
    static let patience = Duration.seconds(10)

    /// Which calls show that a service is at work again.
    private static let signs: [String: [String]] = [
        "catalog": ["Search", "ImportPlaylist"],
        "profiles": ["AddFavourite", "RemoveFavourite", "CreateProfile", "SetHouseholdOptions"],
        "playback-state": ["MarkWatched", "MarkUnwatched", "AddToQueue", "RemoveFromQueue", "ReportProgress"],
        "reading-list": ["SaveLink", "MarkLinks", "StarLinks"],
        "scheduler": ["BookSlot", "EditSlot", "RemoveSlot"],
    ]
    /// Acknowledged calls between the start of a service and its next kill.
    private static let callsBetweenKills = 10

    /// Takes in a library and makes a drill.
    init(
        _ cluster: RealCluster, _ clients: HouseholdClients, services: [String] = KillWorkload.services
    ) async throws {
        (self.cluster, self.clients, self.services) = (cluster, clients, services)
        // Names without numbers: those would be read as parts, qualities and years.
        let syllables = ["ba", "do", "fi", "ga", "ko", "lu", "me", "no", "pe", "ra", "so", "ti", "va", "wo", "za"]
        let names = syllables.flatMap { first in syllables.map { "\(first)\($0)lan" } }.prefix(Self.libraryTitles)
        let lines = names.map {
            "#EXTINF:6000 type=\"movie\",Steady \($0) (1999)\nhttp://streams.example/movie/\($0).mkv"
        }
        let playlist = try cluster.directory.write("#EXTM3U\n" + lines.joined(separator: "\n") + "\n", to: "steady.m3u")
        let started = try await clients.catalog.upload(
            Catalog.ImportPlaylist(source: "steady", file: playlist), from: playlist, options: clients.options())
        _ = try await WorkloadImport.end(of: started, clients)
        let found = try await clients.catalog.send(
            Catalog.Search(text: "steady", sort: .title, page: PageRequest(size: Int32(Self.libraryTitles))),
            options: clients.options())
        titles = found.hits.map(\.id)
        try #require(titles.count == Self.libraryTitles)
    }

    /// How drilled calls are made: every other one is repeated by its client until it knows the outcome, the others are
    /// tried once, so that unknown outcomes stay unknown.
    var options: CallOptions {
        var options = clients.options(timeout: Self.patience)
        if ledger.begun % 2 == 0 { options.attempts = 1 }
        return options
    }

    /// The same work by several callers, each told which one it is.
    static func inLanes(_ work: @escaping @Sendable (Int) async -> Void) -> [WorkloadTask] {
        lanes.map { lane -> WorkloadTask in { await work(lane) } }
    }

    /// Runs everything until each service was killed so many times.
    func run(kills: Int) async throws {
        try await run(times: kills) { try await cluster.killAndWait($0) }
    }

    /// Runs everything until each service was struck so many times.
    ///
    /// - Parameter strike: ends the service's process, and returns when its successor serves.
    func run(times: Int, strike: (String) async throws -> Void) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            // Whatever happens: callers that are not told so never stop.
            defer { ledger.end() }
            for work in services.flatMap(work) { group.addTask { await work() } }
            for _ in 0..<times {
                for service in services { try await underLoad(service, strike) }
                try await clients.signIn()
            }
            try await cluster.until("every kind of call has got through") {
                ledger.tallies.values.allSatisfy { $0.acknowledged > 0 }
            }
        }
    }

    private func work(of service: String) -> [WorkloadTask] {
        switch service {
        case "catalog": catalogWork
        case "profiles": profilesWork
        case "playback-state": playbackWork
        case "reading-list": readingWork
        default: schedulerWork
        }
    }

    private func faults(of service: String) async throws -> [String] {
        switch service {
        case "catalog": try await catalogFaults()
        case "profiles": try await profilesFaults()
        case "playback-state": try await playbackFaults()
        case "reading-list": try await readingFaults()
        default: try await schedulerFaults()
        }
    }

    private func underLoad(_ service: String, _ strike: (String) async throws -> Void) async throws {
        let before = acknowledged(of: service)
        try await cluster.until("calls of \(service) get through") {
            acknowledged(of: service) >= before + Self.callsBetweenKills
        }
        try await strike(service)
    }

    private func acknowledged(of service: String) -> Int {
        let tallies = ledger.tallies
        return (Self.signs[service] ?? []).reduce(0) { $0 + (tallies[$1]?.acknowledged ?? 0) }
    }

    /// Everything that is not as callers were told.
    func faults() async throws -> [String] {
        let unfinished = ledger.tallies.filter { $0.value.begun != $0.value.ended }
            .map { "\($0.key): \($0.value.begun) calls and \($0.value.ended) ends" }
        var faults = ledger.contradictions + unfinished
        for service in services { faults += try await self.faults(of: service) }
        return faults
    }
}

/// One caller, who works until the drill is over.
typealias WorkloadTask = @Sendable () async -> Void

extension RealCluster {
    /// Kills a service, and waits until the supervisor has started it again.
    func killAndWait(_ service: String) async throws {
        let before = try process(of: service)
        #expect(kill(before, SIGKILL) == 0)
        try await waitForSuccessor(of: before, service)
    }

    /// Waits until the supervisor has started a service again whose process has died.
    func waitForSuccessor(of process: Int32, _ service: String) async throws {
        try await until("\(service) serves again") {
            guard let successor = ServiceRegistration.read(at: paths.notice(of: service))?.processID else {
                return false
            }
            return successor != process && RealCluster.isAlive(successor)
        }
    }
}
