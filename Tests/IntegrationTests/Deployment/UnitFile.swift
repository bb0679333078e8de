import Foundation

/// A systemd unit: sections of assignments, in the order of the file (systemd.syntax(7)).
struct UnitFile {
    /// One line.
    struct Assignment: Equatable {
        var section: String
        var key: String
        var value: String
    }

    var assignments: [Assignment]

    /// Reads a unit; a line that is neither a section, an assignment nor a comment is kept as an assignment of nothing.
    init(_ text: String) {
        var section = ""
        assignments = []
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            if line.hasPrefix("["), line.hasSuffix("]") {
                section = String(line.dropFirst().dropLast())
                continue
            }
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            assignments.append(
                Assignment(section: section, key: parts[0], value: parts.count == 2 ? parts[1] : "\u{0}"))
        }
    }

    /// This unit with a drop-in read after it.
    func adding(_ dropIn: UnitFile) -> UnitFile {
        var copy = self
        copy.assignments += dropIn.assignments
        return copy
    }

    /// The values of a key, in order. An empty one takes those before it back.
    func values(_ section: String, _ key: String) -> [String] {
        assignments.filter { $0.section == section && $0.key == key }.reduce(into: []) { values, assignment in
            values = assignment.value.isEmpty ? [] : values + [assignment.value]
        }
    }

    /// The variables of `Environment=`.
    var variables: [String: String] {
        let pairs = values("Service", "Environment").flatMap { $0.split(separator: " ") }
            .map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        return Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { _, last in last }
    }

    /// The words of `ExecStart=`, with the instance's name for `%i`.
    func command(instance: String) -> [String] {
        (values("Service", "ExecStart").last ?? "").replacing("%i", with: instance).split(separator: " ")
            .map(String.init)
    }
}
