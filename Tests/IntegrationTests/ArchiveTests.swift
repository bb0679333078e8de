import Foundation
import ServiceKit
import TestSupport
import Testing

/// `hearth export` and `hearth import-archive` between two households of real executables.
@Suite(.tags(.integration), .serialized)
struct ArchiveTests {
    private static let ours = [
        ["import", "LIST", "--source", "channels"], ["favourite", "add", "Glass Harbour"],
        ["favourite", "add", "Harbour TV"], ["play", "Glass Harbour", "--speed", "2000", "--for", "600"],
        ["history", "watched", "Saltwater Letters"], ["history", "unwatched", "Glass Harbour"],
        ["queue", "add", "Iron Meadow"], ["queue", "add", "Borrowed Summers"],
        ["read", "save", "https://example.org/a", "--title", "A page", "--tag", "one", "--tag", "two"],
        ["read", "save", "https://example.org/b"], ["read", "done", "https://example.org/b"],
        ["settings", "set", "autoPlayCountdownSeconds", "20"], ["profile", "create", "Kim"],
        ["read", "save", "https://example.org/kim", "--profile", "Kim"],
    ]

    private func run(_ words: [String], on cluster: RealCluster) async throws -> RealCluster.Outcome {
        let list = try SharedData.checkout().appending(path: "examples-data/demo/channels.m3u").path
        let words = words.map { $0 == "LIST" ? list : $0 }
        return try await cluster.execute("hearth", words)
    }

    /// The records of an archive without what differs between households: ids of profiles.
    private func records(_ path: String) throws -> [String] {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let objects = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:] }
        let header = objects.first?["header"] as? [String: Any]
        let profiles = (header?["profiles"] as? [[String: Any]] ?? []).map { ($0["id"] as? String ?? "", $0["name"]) }
        let names = Dictionary(uniqueKeysWithValues: profiles)
        return try objects.compactMap { object -> String? in
            guard var record = object["record"] as? [String: Any] else { return nil }
            record["profile"] = names[record["profile"] as? String ?? ""] ?? nil
            if var session = record["session"] as? [String: Any] {
                session["device"] = nil
                session["secondsWatched"] = nil
                record["session"] = session
            }
            if var link = record["link"] as? [String: Any] {
                // Of links whole seconds are kept.
                for key in ["created_at", "updated_at"] { link[key] = (link[key] as? String)?.prefix(19).description }
                record["link"] = link
            }
            let data = try JSONSerialization.data(withJSONObject: record, options: [.sortedKeys])
            return String(decoding: data, as: UTF8.self)
        }
    }

    @Test
    func `a household comes back in another one, once, and a damaged archive does not`() async throws {
        try await RealCluster.with { first in
            try await first.up()
            for words in Self.ours {
                let outcome = try await run(words, on: first)
                #expect(outcome.code == 0, "\(words): \(outcome.out)\(outcome.err)")
            }
            let path = first.directory.path("household.hearth-archive")
            let exported = try await run(["export", path], on: first)
            #expect(exported.code == 0 && !exported.out.contains("MISSING"), "\(exported.out)\(exported.err)")
            let again = try await run(["export", path], on: first)
            #expect(again.code == ExitStatus.held.rawValue && again.err.contains("FILE_EXISTS"))
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
            // Its own household has all of it already.
            let own = try await run(["import-archive", path, "--json"], on: first)
            #expect(own.code == 0, "\(own.out)\(own.err)")
            let parts = try own.json()["parts"] as? [[String: Any]] ?? []
            #expect(!parts.isEmpty && parts.allSatisfy { ($0["refused"] as? [Any])?.isEmpty == true }, "\(own.out)")
            try await expectRefused(path, first)
            try await RealCluster.with { second in
                try await second.up()
                _ = try await run(Self.ours[0], on: second)
                let imported = try await run(["import-archive", path], on: second)
                #expect(imported.code == 0, "\(imported.out)\(imported.err)")
                let repeated = second.directory.path("again.hearth-archive")
                #expect(try await run(["export", repeated], on: second).code == 0)
                #expect(try records(repeated).sorted() == records(path).sorted())
                let twice = try await run(["import-archive", path, "--json"], on: second)
                let counts = (try twice.json()["parts"] as? [[String: Any]] ?? []).map { $0["imported"] as? Int }
                #expect(!counts.isEmpty && counts.allSatisfy { $0 == 0 }, "\(twice.out)\(twice.err)")
                try await expectPartial(path, second)
            }
        }
    }

    /// While a service is down, both commands do the rest, say what is missing, and fail.
    private func expectPartial(_ path: String, _ cluster: RealCluster) async throws {
        _ = try await cluster.hearth("down")
        try await cluster.up("--services", "catalog,playback-state,profiles")
        let partial = cluster.directory.path("partial.hearth-archive")
        for (words, code) in [
            (["export", partial], "PARTLY_EXPORTED"), (["import-archive", path], "PARTLY_IMPORTED"),
        ] {
            let outcome = try await run(words, on: cluster)
            #expect(outcome.code == ExitStatus.unavailable.rawValue, "\(words): \(outcome.out)\(outcome.err)")
            #expect(outcome.err.contains(code) && outcome.err.contains("reading-list"), "\(outcome.err)")
        }
        #expect(try !records(partial).isEmpty)
    }

    private func expectRefused(_ path: String, _ cluster: RealCluster) async throws {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let changes = [
            ("changed", text.replacing("example.org/a", with: "example.org/x"), "ARCHIVE_DAMAGED"),
            ("cut", String(text.dropLast(20)), "ARCHIVE_DAMAGED"),
            ("short", lines.dropLast(2).joined(separator: "\n") + "\n", "ARCHIVE_DAMAGED"),
            ("newer", text.replacing("\"version\":1}", with: "\"version\":2}"), "ARCHIVE_NEWER"),
            ("other", "{\"x\": 1}\n{}\n{}\n", "ARCHIVE_DAMAGED"),
        ]
        for (name, text, code) in changes {
            let file = try cluster.directory.write(text, to: name)
            let outcome = try await run(["import-archive", file], on: cluster)
            #expect(
                outcome.code == ExitStatus.data.rawValue && outcome.err.contains(code),
                "\(name): \(outcome.out)\(outcome.err)")
        }
    }
}
