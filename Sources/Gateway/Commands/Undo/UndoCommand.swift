internal import ArgumentParser
internal import ServiceKit
internal import WebAPI

/// `hearth undo`
struct UndoCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo the last change that can be undone: an import, a correction, a deletion of links.",
        discussion: """
            Without an argument the latest of them is undone, and named. Imports and corrections are the household's, \
            deletions of links those that this command made as the acting profile. What cannot be undone asks before it is \
            done.

            hearth undo --list                 what can be undone, the latest first
            hearth undo                        undo the latest of these
            hearth undo living-room            undo the last import of a source
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(
        help: "What to undo: a source's name, the id of a correction or of a deletion; the last change by default.")
    var change: String?

    @Flag(help: "Only list what can be undone.")
    var list = false

    func validate() throws {
        guard change == nil || !list else { throw ValidationError("--list takes no change to undo.") }
    }

    private struct Report: Encodable {
        var changes: [UndoableChange]
        var missing: [MissingPart]
    }

    func run(_ gateway: Gateway) async throws {
        let (changes, missing) = try await UndoableChange.all(gateway)
        if list { return await show(changes, missing, gateway) }
        let chosen: UndoableChange
        if let change {
            let candidates = changes.map { Candidate(id: $0.id, name: $0.text, aliases: [$0.id], value: $0) }
            guard let found = try await gateway.resolver.choose(change, .change, among: candidates) else {
                gateway.output.tell(missing)
                throw gateway.resolver.missing(change, .change, names: changes.map(\.id))
            }
            chosen = found.value
        } else {
            // What is not known to be the last change is not undone.
            if let first = missing.first {
                throw GatewayFailure(
                    "UNAVAILABLE", "\(first.service) does not tell what can be undone: \(first.message)",
                    advice: "Name a change, or see `hearth status`.", canRetry: true, status: .unavailable)
            }
            guard let last = changes.first else {
                throw GatewayFailure("NOTHING_TO_UNDO", "There is nothing that can be undone.")
            }
            chosen = last
            if !gateway.output.isJSON { gateway.output.note(Table.printable("Undoing \(last.text).")) }
        }
        try await undo(chosen, gateway)
    }

    private func undo(_ change: UndoableChange, _ gateway: Gateway) async throws {
        switch change.kind {
        case .import: try await SourceUndo.undo(change.id, gateway)
        case .correction: try await CorrectCommand.undo(change.id, gateway)
        case .deletion: try await ReadUndo.undo(change.id, gateway)
        }
    }

    private func show(_ changes: [UndoableChange], _ missing: [MissingPart], _ gateway: Gateway) async {
        let output = gateway.output
        if output.isJSON { return output.json(Report(changes: changes, missing: missing)) }
        if changes.isEmpty, missing.isEmpty { output.line("There is nothing that can be undone.") }
        if !changes.isEmpty {
            let clock = await gateway.clock()
            var table = Table(.text("WHEN"), .text("WHAT", isFlexible: true), .text("ID"))
            for change in changes { table.add(clock.time(change.at), change.text, change.id) }
            output.table(table)
            output.printTimeZone(clock)
        }
        output.tell(missing)
    }
}
