internal import ServiceKit

/// Finds what the arguments of commands mean: an id, a name or a part of it, a number, or a row of the last list.
///
/// An exact id always wins, and an exact name over partial ones. One match is taken, and named on standard error; several
/// are offered. Every command that takes an id asks here (`Resolver+Titles`, `Resolver+Lists`).
struct Resolver: Sendable {
    let gateway: Gateway

    /// How many candidates are offered.
    private static let offered = 20
    /// How often a number that is none of the offered ones is asked for again.
    private static let attempts = 3

    /// The candidate that a text means; nil when none is called so.
    ///
    /// - Parameter isGuess: whether the candidates answer to other words than the text's, so that none is taken unasked.
    /// - Throws: ``GatewayFailure`` when several are, and none of them was chosen.
    func choose<Value>(
        _ text: String, _ noun: Noun, among candidates: [Candidate<Value>], isGuess: Bool = false
    ) async throws -> Candidate<Value>? {
        let close = NameMatch.close(to: text, among: candidates)
        if close.count == 1, let only = close.first, !isGuess || only.id == text {
            announce(only, for: text)
            return only
        }
        let offered = close.isEmpty && isGuess ? candidates : close
        return offered.isEmpty ? nil : try await offer(offered, for: text, noun, isGuess: isGuess || close.isEmpty)
    }

    /// The candidate that a text means.
    ///
    /// - Throws: ``GatewayFailure`` when there is none, or several of which none was chosen.
    func find<Value>(
        _ text: String, _ noun: Noun, among candidates: [Candidate<Value>]
    ) async throws -> Candidate<Value> {
        if let chosen = try await choose(text, noun, among: candidates) { return chosen }
        throw missing(text, noun, names: candidates.map(\.name))
    }

    /// The failure of naming what there is not, with the name that was probably meant.
    func missing(_ text: String, _ noun: Noun, names: [String] = []) -> GatewayFailure {
        let byFolded = Dictionary(names.map { ($0.lowercased(), $0) }) { first, _ in first }
        let meant = Spelling.closest(to: text, among: byFolded.keys).flatMap { byFolded[$0] }
        return GatewayFailure(
            noun.code, "There is no \(noun.name) \"\(Table.printable(text))\".",
            advice: meant.map { "Did you mean \"\(Table.printable($0))\"?" } ?? noun.advice)
    }

    /// Says what is acted on, unless the argument is its id.
    func announce(_ candidate: Candidate<some Sendable>, for text: String) {
        guard !gateway.output.isJSON, candidate.id != text, candidate.name != text else { return }
        let note = candidate.note.isEmpty ? "" : ", \(candidate.note)"
        let id = candidate.id == candidate.name ? "" : ": \(candidate.id)"
        gateway.output.note(Table.printable("\(candidate.name)\(note)\(id)"))
    }

    private func offer<Value>(
        _ candidates: [Candidate<Value>], for text: String, _ noun: Noun, isGuess: Bool
    ) async throws -> Candidate<Value> {
        let shown = Array(candidates.prefix(Self.offered))
        let head =
            isGuess
            ? "No \(noun.name) is called \"\(Table.printable(text))\". Like it:"
            : "Several \(noun.plural) fit \"\(Table.printable(text))\":"
        var failure = GatewayFailure(
            "AMBIGUOUS", head, advice: "Give one of the ids, or more of the name.", status: .usage)
        guard !gateway.output.isJSON else {
            failure.message += " " + shown.map { "\($0.id) (\($0.name))" }.joined(separator: ", ")
            throw failure
        }
        gateway.output.note(head)
        var table = Table(.number("NO"), .text("NAME", isFlexible: true), .text(""), .text("ID"))
        for (index, candidate) in shown.enumerated() {
            table.add(
                "\(index + 1)", candidate.name, candidate.note, candidate.id == candidate.name ? "" : candidate.id)
        }
        gateway.output.secondaryTable(table)
        if candidates.count > shown.count { gateway.output.note("and \(candidates.count - shown.count) more") }
        for _ in 0..<Self.attempts {
            guard
                let typed = await gateway.environment.terminal.read("Which one? A number, or nothing to stop: ", false)
            else { break }
            if typed.isEmpty {
                throw GatewayFailure("NOT_CHOSEN", "Nothing was chosen, and nothing was done.", status: .usage)
            }
            if let number = Int(typed), shown.indices.contains(number - 1) { return shown[number - 1] }
        }
        failure.message = "\"\(Table.printable(text))\" is not the name of one \(noun.name)."
        throw failure
    }
}

extension Gateway {
    /// What arguments mean.
    var resolver: Resolver { Resolver(gateway: self) }
}
