internal import ArgumentParser
internal import Foundation
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import ServiceKit
internal import WebAPI

/// `hearth sync push`
struct SyncPushCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "push", abstract: "Push operations from a file, as a device does that was offline.",
        discussion: """
            The file has a JSON object on each line: an operation as docs/sync.md describes it, such as
              {"id": "a1", "mark": {"content": "mv_1", "isWatched": true}}
            number, clock and elapsedMilliseconds may be left out: it was made now then. Pushing a file twice changes nothing.

            Example: hearth sync push operations.jsonl --device kitchen
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The file with the operations; - for standard input.", completion: .file())
    var file: String

    @Option(help: ArgumentHelp("The device's name.", valueName: "name"))
    var device = "hearth"

    func run(_ gateway: Gateway) async throws {
        let lines = try SecretFile.read(file, what: "list of operations").split(separator: "\n")
        guard !lines.isEmpty else {
            throw GatewayFailure("NO_INPUT", "\(file) has no operations.", status: .noInput)
        }
        let parsed = try lines.enumerated().map { try Self.line(String($1), number: $0 + 1) }
        // All of them before the first is sent.
        for line in parsed { try line.check() }
        let playback = parsed.filter { !$0.isOfProfiles }
        let profiles = parsed.filter(\.isOfProfiles)
        let parts = try await SyncParts.fetch {
            try await pushPlayback(playback, gateway)
        } profiles: {
            try await pushProfiles(profiles, gateway)
        }
        let results = (parts.playback ?? []) + (parts.profiles ?? [])
        Self.show(results, parts.missing, gateway.output)
        if let missing = parts.missing.first {
            throw GatewayFailure(
                "UNSENT_OPERATIONS", "\(missing.service) does not respond: its operations are not confirmed.",
                advice: "Push the file again when it responds: what was applied is not applied twice.", canRetry: true,
                status: .unavailable)
        }
        let refused = results.filter { $0.outcome == .refused }
        guard !refused.isEmpty else { return }
        throw GatewayFailure(
            "REFUSED_OPERATIONS",
            "Not applied: \(refused.map { Table.printable($0.id) }.joined(separator: ", ")). The others were.",
            advice: "Mend the lines, and push the file again: what was applied is not applied twice.")
    }

    private func pushPlayback(_ lines: [Line], _ gateway: Gateway) async throws -> [SyncResult] {
        guard !lines.isEmpty else { return [] }
        let clock = try await gateway.send(PlaybackState.GetSyncStatus()).clock
        let operations: [PlaybackOperation] = try lines.map { try $0.operation(clock: clock) }
        var results: [SyncResult] = []
        for part in Self.parts(of: operations, PlaybackState.PushChanges.maximumCount) {
            let request = PlaybackState.PushChanges(device: device, operations: part)
            results += try await gateway.send(request, see: "hearth sync status").results
        }
        return results
    }

    private func pushProfiles(_ lines: [Line], _ gateway: Gateway) async throws -> [SyncResult] {
        guard !lines.isEmpty else { return [] }
        let clock = try await gateway.send(Profiles.GetSyncStatus()).clock
        let operations: [ProfileOperation] = try lines.map { try $0.operation(clock: clock) }
        var results: [SyncResult] = []
        for part in Self.parts(of: operations, Profiles.PushChanges.maximumCount) {
            let request = Profiles.PushChanges(device: device, operations: part)
            results += try await gateway.send(request, see: "hearth sync status").results
        }
        return results
    }

    /// Operations in calls of at most so many.
    private static func parts<Operation>(of operations: [Operation], _ most: Int) -> [[Operation]] {
        stride(from: 0, to: operations.count, by: most).map {
            Array(operations[$0..<min($0 + most, operations.count)])
        }
    }

    /// A line of the file.
    private struct Line {
        var number: Int
        var object: [String: Any]

        /// Whether it is an operation of profiles' own data.
        var isOfProfiles: Bool { object["favourite"] != nil || object["setting"] != nil }

        /// - Throws: ``GatewayFailure`` when it is no operation.
        func check() throws {
            if isOfProfiles {
                let _: ProfileOperation = try operation(clock: 0)
            } else {
                let _: PlaybackOperation = try operation(clock: 0)
            }
        }

        /// The operation, whose number and time are filled in where they are missing.
        func operation<Operation: Decodable>(clock: Int64) throws -> Operation {
            let defaults: [String: Any] = ["number": number, "clock": clock, "elapsedMilliseconds": 0]
            let whole = defaults.merging(object) { _, given in given }
            guard let data = try? JSONSerialization.data(withJSONObject: whole),
                let operation = try? JSONDecoder().decode(Operation.self, from: data)
            else { throw SyncPushCommand.failure(number) }
            return operation
        }
    }

    private static func line(_ text: String, number: Int) throws -> Line {
        guard let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
            throw failure(number)
        }
        return Line(number: number, object: object)
    }

    private static func failure(_ number: Int) -> GatewayFailure {
        GatewayFailure("BAD_OPERATION", "Line \(number) is no operation.", status: .usage)
    }

    /// What became of the operations of both services.
    private struct Shown: Encodable {
        var results: [SyncResult]
        var missing: [MissingPart]
    }

    private static func show(_ results: [SyncResult], _ missing: [MissingPart], _ output: Output) {
        if output.isJSON { return output.json(Shown(results: results, missing: missing)) }
        guard !results.isEmpty else { return }
        var table = Table(.text("OPERATION"), .text("OUTCOME"), .text("WHY", isFlexible: true))
        for result in results {
            let outcome = result.outcome.rawValue + (result.isRepeated == true ? ", before" : "")
            table.add(result.id, outcome, result.message ?? "")
        }
        output.table(table)
    }
}
