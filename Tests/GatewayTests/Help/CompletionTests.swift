import ArgumentParser
import CatalogAPI
import Foundation
import HearthModel
import ServiceKit
import TestSupport
import Testing

@testable import GatewayCommands

/// What shells complete.
struct CompletionTests {
    private static func bench(_ titles: String...) throws -> GatewayHarness {
        let bench = try GatewayHarness(up: GatewayHarness.services)
        var found = SearchResults()
        found.hits = titles.enumerated().map { index, title in
            Card(id: ContentID(rawValue: "mv_\(index)"), kind: .movie, title: title)
        }
        bench.catalog.setSearch(found)
        bench.catalog.setSources([
            CatalogSource(name: "living room", kind: .playlist, path: "x", imported: Date(timeIntervalSince1970: 9))
        ])
        return bench
    }

    /// What the script of a shell asks for: the names for one word of a command line.
    private static func names(
        _ command: [String], _ argument: String, _ word: String, _ bench: GatewayHarness
    ) async
        -> GatewayHarness.Outcome
    {
        let index = "\(command.count + 1)"
        return await bench.run(
            list: ["---completion"] + command + ["--", argument, index, "\(word.count)", "hearth"] + command + [word])
    }

    /// Whether the names come to be these. A shell waits for them for a moment only and shows none then, so on a busy machine it asks
    /// again.
    private static func completes(
        _ bench: GatewayHarness, _ command: [String], _ argument: String = "positional@0", _ word: String = "",
        _ isSo: (String) -> Bool
    ) async throws -> Bool {
        try await comes { isSo(await names(command, argument, word, bench).out) }
    }

    @Test
    func `titles, profiles, sources, services and methods are completed`() async throws {
        let bench = try Self.bench("Glass Harbour", "The Fog")
        for word in ["gla", "\"glass h"] {
            #expect(try await Self.completes(bench, ["play"], "positional@0", word) { $0 == "Glass Harbour\n" })
        }
        #expect(try await Self.completes(bench, ["profile", "use"]) { $0 == "Olga\nKids\n" })
        #expect(try await Self.completes(bench, ["queue", "list"], "--profile", "") { $0 == "Olga\nKids\n" })
        #expect(try await Self.completes(bench, ["source", "refresh"]) { $0 == "living room\n" })
        #expect(try await Self.completes(bench, ["restart"]) { $0.contains("catalog\n") })
        #expect(try await Self.completes(bench, ["call"]) { $0.contains("Catalog/Search\n") })
    }

    @Test
    func `where services are down there is nothing, and no error`() async throws {
        let bench = try GatewayHarness(up: [])
        for command in [["play"], ["profile", "use"], ["source", "refresh"], ["call"]] {
            let isEmpty = try await comes {
                let outcome = await Self.names(command, "positional@0", "x", bench)
                #expect(outcome.status == .success && outcome.err == "", "\(command)")
                return outcome.out == "\n"
            }
            #expect(isEmpty, "\(command)")
        }
        let odd = await bench.run("---completion", "nonsense", "--", "x")
        #expect(odd.status == .success && odd.err == "" && odd.out == "")
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `the script of each shell has the commands and the global options`(shell: String) async throws {
        let outcome = try await GatewayHarness(up: []).run("completion", shell)
        #expect(outcome.status == .success)
        for word in ["favourite", "begin-empty", "household", "profile"] { #expect(outcome.out.contains(word)) }
        #expect(try await GatewayHarness(up: []).run("completion", "tcsh").status == .usage)
    }

    @Test
    func `bash completes with the script, and does not run what a title says`() async throws {
        let directory = try TemporaryDirectory()
        let bench = try GatewayHarness(up: [])
        let script = try directory.write(await bench.run("completion", "bash").out, to: "hearth.bash")
        let hostile = "Glass $(touch \(directory.path("ran"))) `touch \(directory.path("ran"))` \"x'\\"
        let names = CompletionNames.escaped(["Glass Harbour", hostile], for: .bash)
        let list = try directory.write(names.joined(separator: "\n") + "\n", to: "names")
        // A stand-in for the command, which the script asks for names.
        let command = try directory.write("#!/bin/sh\ncat \(list)\n", to: "hearth")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: command)
        func complete(_ words: String...) throws -> [String] {
            let line = words.joined(separator: " ")
            let text = """
                PATH=\(directory.path):$PATH; source \(script)
                COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " "))); COMP_CWORD=\(words.count - 1)
                COMP_LINE='\(line)'; COMP_POINT=\(line.count)
                _hearth hearth '\(words.last ?? "")' '\(words.dropLast().last ?? "")'
                printf '%s\\n' "${COMPREPLY[@]}"
                """
            return try Self.shell("bash", text).split(separator: "\n").map(String.init)
        }
        #expect(try complete("hearth", "favo").contains("favourite"))
        #expect(try complete("hearth", "queue", "re").sorted() == ["remove", "reorder"])
        let titles = try complete("hearth", "play", "Gl")
        #expect(titles.contains("Glass Harbour") && titles.contains(hostile), "\(titles)")
        #expect(!FileManager.default.fileExists(atPath: directory.path("ran")))
    }

    @Test(arguments: ["zsh", "fish"])
    func `other shells that are installed accept their scripts`(shell: String) async throws {
        guard ["/bin", "/usr/bin"].contains(where: { FileManager.default.isExecutableFile(atPath: "\($0)/\(shell)") })
        else { return }
        let directory = try TemporaryDirectory()
        let script = try directory.write(
            await GatewayHarness(up: []).run("completion", shell).out, to: "hearth.\(shell)")
        #expect(try Self.shell(shell, "\(shell) -n \(script) && echo well") == "well\n")
    }

    /// What a shell prints for a text.
    static func shell(_ name: String, _ text: String) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name, "-c", text]
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
