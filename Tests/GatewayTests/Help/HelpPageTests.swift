import ArgumentParser
import Foundation
import ServiceKit
import Synchronization
import TestSupport
import Testing

@testable import GatewayCommands

/// How help, manual pages and long lists are shown.
struct HelpPageTests {
    @Test
    func `a command's own options come alone, and the global ones have a page`() async throws {
        let bench = try GatewayHarness(up: [])
        let own = await bench.run("queue", "add", "--help").out
        #expect(own.contains("--next") && !own.contains("--household"))
        #expect(own.hasSuffix("  -h, --help              Show help information.\n\(HelpText.globalLine)\n\n"), "\(own)")
        let global = await bench.run("help", "global")
        #expect(global.status == .success)
        for option in ["--json", "--profile", "--timeout", "--token", "--trace", "--household", "--data", "--run"] {
            #expect(global.out.contains("  \(option)"), "\(option)")
        }
        #expect(await bench.run("global").out.contains("--household"))
    }

    @Test
    func `every command has an example, which it accepts`() async throws {
        for node in CommandTree.shown where node.isLeaf {
            let path = node.path.joined(separator: " ")
            let help = HelpText.help(for: node.command, path: node.path, columns: 80)
            let overview = help.components(separatedBy: "\nUSAGE:").first ?? ""
            #expect(overview.contains("hearth \(path)"), "\(path) has no example")
            guard let line = CommandExamples.line(for: node.path, of: node.command) else { continue }
            do { _ = try await HearthCommand.asyncParseAsRoot(Array(Self.words(line).dropFirst())) } catch {
                // Some ask for help.
                #expect(HearthCommand.exitCode(for: error) == .success, "\(line): \(error)")
            }
        }
        let paths = Set(CommandTree.shown.filter(\.isLeaf).map { $0.path.joined(separator: " ") })
        #expect(Set(CommandExamples.arguments.keys).subtracting(paths).isEmpty)
    }

    /// The words of a command line, whose quotes hold spaces.
    private static func words(_ line: String) -> [String] {
        var (words, word, quote): ([String], String, Character?) = ([], "", nil)
        for character in line + " " {
            if let open = quote {
                if character == open { quote = nil } else { word.append(character) }
            } else if "\"'".contains(character) {
                quote = character
            } else if character != " " {
                word.append(character)
            } else if !word.isEmpty {
                words.append(word)
                word = ""
            }
        }
        return words
    }

    @Test
    func `a manual page for each command, which groff formats without a warning`() async throws {
        let directory = try TemporaryDirectory()
        let outcome = try await GatewayHarness(up: []).run("man", directory.path("man1"))
        #expect(outcome.status == .success, "\(outcome.err)")
        let pages = try FileManager.default.contentsOfDirectory(atPath: directory.path("man1"))
        let commands = CommandTree.shown.filter { $0.path.count == 1 }
        #expect(Set(pages) == Set(commands.map { "hearth-\($0.path[0]).1" } + ["hearth.1", "hearth-global.1"]))
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/groff") else { return }
        let folder = directory.path("man1")
        let text = try CompletionTests.shell(
            "sh", "for page in \(folder)/*.1; do groff -man -Tutf8 -ww $page 2>&1 >/dev/null; done")
        #expect(text == "", "\(text)")
        // Without bold: escape sequences, or each letter twice over itself.
        let queue = try CompletionTests.shell(
            "sh",
            "groff -man -Tascii \(folder)/hearth-queue.1 | sed -e 's/\u{1b}\\[[0-9;]*m//g' -e 's/.\u{8}//g'")
        #expect(queue.contains("HEARTH QUEUE ADD") && queue.contains("--next") && queue.contains("'hearth help"))
    }

    @Test
    func `a list longer than the terminal goes through the pager, a short one does not`() async throws {
        let shown = Mutex<[String]>([])
        let bench = try GatewayHarness(up: GatewayHarness.services)
        for number in 1...5 { _ = await bench.run("queue", "add", "m\(number)") }
        let pager = Pager(lines: 5) { text in
            shown.withLock { $0.append(text) }
            return true
        }
        let long = await bench.run(list: ["queue"], isTerminal: true, pager: pager)
        #expect(long.out == "" && shown.withLock { $0 }.count == 1)
        #expect(shown.withLock { $0 }.first?.contains("Title of m5") == true)
        let short = await bench.run(list: ["queue", "next"], isTerminal: true, pager: pager)
        #expect(short.out.contains("m1") && shown.withLock { $0 }.count == 1)
        // A pager that does not start leaves the list as it is.
        let none = await bench.run(list: ["queue"], isTerminal: true, pager: Pager(lines: 5) { _ in false })
        #expect(none.out.contains("Title of m5"))
    }

    @Test
    func `--all fetches every page`() async throws {
        let bench = try GatewayHarness(up: GatewayHarness.services)
        // The history of the fake has a second page that is like its first.
        let all = await bench.run("history", "list", "--all")
        #expect(all.status == .success && !all.out.contains("More:"))
        #expect(all.out.components(separatedBy: "Title of m1").count == 3)
    }
}
