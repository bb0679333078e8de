internal import ArgumentParser
internal import Foundation
internal import HearthModel
internal import PlaybackStateAPI
internal import ServiceKit

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
        let clock = try await gateway.send(PlaybackState.GetSyncStatus()).clock
        let operations = try lines.enumerated().map { number, line in
            try Self.operation(String(line), number: number + 1, clock: clock)
        }
        var pushed = SyncPushed(results: [], clock: clock)
        let size = PlaybackState.PushChanges.maximumCount
        for start in stride(from: 0, to: operations.count, by: size) {
            let part = Array(operations[start..<min(start + size, operations.count)])
            let next = try await gateway.send(
                PlaybackState.PushChanges(device: device, operations: part), see: "hearth sync status")
            pushed.results += next.results
            pushed.clock = next.clock
        }
        Self.show(pushed, gateway.output)
        let refused = pushed.results.filter { $0.outcome == .refused }
        guard !refused.isEmpty else { return }
        throw GatewayFailure(
            "REFUSED_OPERATIONS",
            "Not applied: \(refused.map { Table.printable($0.id) }.joined(separator: ", ")). The others were.",
            advice: "Mend the lines, and push the file again: what was applied is not applied twice.")
    }

    /// An operation from a line, whose number and time are filled in where they are missing.
    private static func operation(_ line: String, number: Int, clock: Int64) throws -> PlaybackOperation {
        let defaults: [String: Any] = ["number": number, "clock": clock, "elapsedMilliseconds": 0]
        let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        let whole = object.map { defaults.merging($0) { _, given in given } }
        guard let whole, let data = try? JSONSerialization.data(withJSONObject: whole),
            let operation = try? JSONDecoder().decode(PlaybackOperation.self, from: data)
        else {
            throw GatewayFailure("BAD_OPERATION", "Line \(number) is no operation.", status: .usage)
        }
        return operation
    }

    private static func show(_ pushed: SyncPushed, _ output: Output) {
        if output.isJSON { return output.json(pushed) }
        var table = Table(.text("OPERATION"), .text("OUTCOME"), .text("WHY", isFlexible: true))
        for result in pushed.results {
            let outcome = result.outcome.rawValue + (result.isRepeated == true ? ", before" : "")
            table.add(result.id, outcome, result.message ?? "")
        }
        output.table(table)
    }
}
