import Foundation
import ServiceKit
import Testing

/// The help of every command is what docs/commands.md has; scripts/fix writes it.
struct HelpTests {
    /// A command of docs/commands.md with its help.
    private struct Section {
        var command: String
        var help: String
    }

    private static var committed: String {
        get throws {
            let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
            return String(decoding: try Data(contentsOf: root.appending(path: "docs/commands.md")), as: UTF8.self)
        }
    }

    private static func written() async throws -> String {
        try await GatewayHarness(up: []).run("command-reference").out
    }

    private static func sections(_ text: String) -> [Section] {
        text.components(separatedBy: "\n## ").dropFirst().map { section in
            let parts = section.components(separatedBy: "\n\n```text\n")
            return Section(
                command: parts[0], help: parts.dropFirst().joined().components(separatedBy: "\n```").first ?? "")
        }
    }

    @Test
    func `the committed reference is what the commands say`() async throws {
        let (committed, written) = (try Self.committed, try await Self.written())
        guard committed != written else { return }
        let (old, new) = (committed.components(separatedBy: "\n"), written.components(separatedBy: "\n"))
        let line = zip(old, new).prefix { $0 == $1 }.count
        let difference = new.indices.contains(line) ? new[line] : "at its end"
        Issue.record("docs/commands.md differs in line \(line + 1): \(difference); to mend: scripts/fix")
    }

    @Test
    func `every command has help that says what it does and fits 80 columns`() async throws {
        let sections = Self.sections(try await Self.written())
        #expect(sections.count > 100)
        for section in sections {
            #expect(section.help.hasPrefix("OVERVIEW: "), "\(section.command)")
            #expect(section.help.contains("USAGE: \(section.command)"), "\(section.command)")
            let long = section.help.split(separator: "\n").filter { $0.count > 80 }
            #expect(long.isEmpty, "\(section.command)")
        }
    }

    @Test(arguments: ["hearth", "hearth favourite", "hearth guide grid"])
    func `a person who asks gets the same text`(command: String) async throws {
        let section = try #require(Self.sections(try await Self.written()).first { $0.command == command })
        let names = command.split(separator: " ").dropFirst().map(String.init)
        let outcome = try await GatewayHarness(up: []).run(list: names + ["--help"], width: 80)
        #expect(outcome.status == .success)
        #expect(outcome.err == "")
        #expect(outcome.out == section.help + "\n")
    }

    @Test
    func `the version`() async throws {
        #expect(try await GatewayHarness(up: []).run("--version").out == "\(HearthVersion.current)\n")
    }
}
