import Foundation

/// deploy/Dockerfile as words.
struct ImageFacts {
    static let path = "deploy/Dockerfile"

    /// An instruction: `RUN`'s words are commands, which `&&` joins.
    struct Instruction {
        var name: String
        var commands: [[String]]
    }

    var instructions: [Instruction]

    /// Reads a Dockerfile: lines that end in a backslash go on, and those that begin with # count for nothing.
    init(_ text: String) {
        let joined = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: "\n")
            .replacing("\\\n", with: " ")
        instructions = joined.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ").map(String.init)
            guard let name = words.first else { return nil }
            let commands = words.dropFirst().split(separator: "&&", omittingEmptySubsequences: false).map(Array.init)
            return Instruction(name: name, commands: commands)
        }
    }

    /// The commands of the image's last stage, or of all.
    private func arguments(of name: String) -> [[String]] {
        instructions.filter { $0.name == name }.flatMap(\.commands)
    }

    /// The executables that are put into the image: what follows the output directory of `scripts/stamp`.
    var stampedPrograms: [String] {
        let stamp = arguments(of: "RUN").first { $0.first == "scripts/stamp" } ?? []
        return stamp.firstIndex(of: "/out").map { Array(stamp[($0 + 1)...]) } ?? []
    }

    /// The executables of the image.
    var executables: Set<String> { Set(stampedPrograms) }

    /// The user that the image runs as.
    var user: String { arguments(of: "USER").last?.joined(separator: " ") ?? "" }

    /// The variables that it sets.
    var variables: [String: String] {
        let pairs = arguments(of: "ENV").flatMap(\.self).map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        return Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { first, _ in first }
    }

    /// The Debian packages that are installed, stage by stage.
    var packages: [Set<String>] {
        arguments(of: "RUN").filter { $0.starts(with: ["apt-get", "install"]) }
            .map { Set($0.dropFirst(2).filter { !$0.hasPrefix("-") }) }
    }
}
