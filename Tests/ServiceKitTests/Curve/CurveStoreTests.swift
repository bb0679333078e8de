import Access
import Foundation
import RPC
import TestSupport
import Testing

@testable import ServiceKit

/// CURVE keys on the disk.
struct CurveStoreTests {
    private let directory: TemporaryDirectory
    private let store: CurveStore

    init() throws {
        directory = try TemporaryDirectory()
        store = CurveStore(dataDirectory: directory.path("data"), runtime: SystemRuntime.shared)
    }

    private static let published = (
        public: "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7", secret: "JTKVSB%%)wK0E.X)V>+}o?pNmC{O&4W4b!Ni{Lh6"
    )

    private func publicKey(_ name: String) throws -> String {
        try CurveStore(dataDirectory: directory.path(name), runtime: SystemRuntime.shared).make(name).publicKey
    }

    private func mode(_ name: String) throws -> Int? {
        let path = "\(store.directory)/\(name)"
        return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test
    func `a key is made once, where nothing was, and private`() throws {
        #expect(try store.keys(of: "catalog").isEmpty)
        let key = try store.make("catalog")
        #expect(try store.make("catalog").publicKey == key.publicKey)
        #expect(try store.keys(of: "catalog").map(\.publicKey) == [key.publicKey])
        #expect(try store.make("profiles").publicKey != key.publicKey)
        #expect(try mode("") == 0o700)
        #expect(try mode("catalog.key") == 0o600)
        for name in ["", "../catalog", "cat alog", "Catalog"] {
            #expect(throws: CurveStoreError.badName(name)) { try store.make(name) }
        }
    }

    @Test
    func `the next key takes over when its time has come, and not before`() throws {
        let simulation = Simulation(seed: 5)
        let store = CurveStore(dataDirectory: directory.path("data"), runtime: simulation)
        let finished = simulation.run {
            do {
                #expect(throws: CurveStoreError.self) { try store.rotate("catalog", after: .seconds(60)) }
                let first = try store.make("catalog").publicKey
                let second = try store.rotate("catalog", after: .seconds(60)).publicKey
                #expect(try store.keys(of: "catalog").map(\.publicKey) == [first, second])
                #expect(throws: CurveStoreError.self) { try store.rotate("catalog", after: .seconds(60)) }
                try await simulation.sleep(for: .seconds(58))
                #expect(try store.keys(of: "catalog").map(\.publicKey) == [first, second])
                try await simulation.sleep(for: .seconds(3))
                #expect(try store.keys(of: "catalog").map(\.publicKey) == [second])
                let third = try store.rotate("catalog", after: .seconds(60)).publicKey
                #expect(try store.keys(of: "catalog").map(\.publicKey) == [second, third])
            } catch {
                Issue.record(error)
            }
        }
        #expect(finished)
    }

    @Test
    func `keys whose secret half is in print are refused, wherever they stand`() throws {
        let key = try store.make("catalog").publicKey
        #expect(throws: CurveStoreError.published) {
            try store.add(Self.published.public, name: "x", to: .clients, of: "catalog")
        }
        try Data("\(key) mine\n\(Self.published.public) theirs\n".utf8)
            .write(to: URL(filePath: "\(store.directory)/catalog.clients"))
        try Data("\(Self.published.secret)\n".utf8).write(to: URL(filePath: "\(store.directory)/client.key"))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(store.directory)/client.key")
        for (line, read) in [
            (2, { _ = try store.entries(.clients, of: "catalog") }), (1, { _ = try store.make("client") }),
        ]
            as [(Int, () throws -> Void)]
        {
            let error = #expect(throws: CurveStoreError.self) { try read() }
            #expect("\(error.map { "\($0)" } ?? "")".contains(":\(line): this key is printed"))
        }
    }

    @Test(arguments: ["mode", "link", "directory"])
    func `files and directories that others could have touched are refused`(how: String) throws {
        _ = try store.make("catalog")
        let key = "\(store.directory)/catalog.key"
        switch how {
        case "mode": try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: key)
        case "link":
            try FileManager.default.moveItem(atPath: key, toPath: "\(key).kept")
            try FileManager.default.createSymbolicLink(atPath: key, withDestinationPath: "\(key).kept")
        default:
            try FileManager.default.moveItem(atPath: store.directory, toPath: directory.path("kept"))
            try FileManager.default.createSymbolicLink(
                atPath: store.directory, withDestinationPath: directory.path("kept"))
        }
        for read in [{ _ = try store.keys(of: "catalog") }, { _ = try store.make("catalog") }] as [() throws -> Void] {
            let error = #expect(throws: CurveStoreError.self) { try read() }
            guard case .file(.notPrivate)? = error else {
                Issue.record("\(how): \(error.map { "\($0)" } ?? "taken")")
                return
            }
        }
    }

    @Test(arguments: ["", " ", "a\nb", " a", "a\tb", "a\u{7}", "a\u{202E}"])
    func `names that would be read otherwise are refused`(name: String) throws {
        let key = try publicKey("other")
        #expect(throws: CurveStoreError.badName(name)) { try store.add(key, name: name, to: .clients, of: "catalog") }
        #expect(throws: CurveStoreError.badName(key)) { try store.add(key, name: key, to: .clients, of: "catalog") }
        #expect(throws: CurveStoreError.notAKey(name)) { try store.add(name, name: "x", to: .clients, of: "catalog") }
        #expect(try store.entries(.clients, of: "catalog") == nil)
    }

    @Test(arguments: Seeds.make(10))
    func `lists hold what was put on them, in any order of changes`(seed: UInt64) throws {
        let random = Simulation(seed: seed)
        let keys = try (0..<6).map { try publicKey("c\($0)") }
        let names = ["living room", "desk", "né à côté", "#1"]
        var model: [String: String] = [:]
        for _ in 0..<60 {
            let (key, name) = (keys[Int(random.random() % 6)], names[Int(random.random() % 4)])
            switch random.random() % 4 {
            case 0:
                let removed = try store.remove(name, of: "catalog").map(\.key)
                #expect(Set(removed) == Set(model.filter { $0.value == name }.keys), "seed \(seed)")
                model = model.filter { $0.value != name }
            case 1:
                #expect(
                    try store.remove(key, of: "catalog").map(\.name) == model[key].map { [$0] } ?? [], "seed \(seed)")
                model[key] = nil
            default:
                try store.add(key, name: name, to: .clients, of: "catalog")
                model[key] = name
            }
            let entries = try store.entries(.clients, of: "catalog") ?? []
            #expect(Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.name) }) == model, "seed \(seed)")
        }
        #expect(try store.entries(.servers, of: "catalog") == nil)
    }

    @Test
    func `of changes at the same time none is lost`() async throws {
        let (store, keys) = (store, try (0..<12).map { try publicKey("c\($0)") })
        try await withThrowingTaskGroup(of: Void.self) { group in
            for key in keys {
                group.addTask {
                    while true {
                        do { return try store.add(key, name: "x", to: .clients, of: "catalog") } catch {
                            guard case CurveStoreError.locked = error else { throw error }
                            await Task.yield()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(Set(try store.entries(.clients, of: "catalog")?.map(\.key) ?? []) == Set(keys))
    }

    @Test(arguments: Seeds.make(20))
    func `whatever stands in a file, it is taken or refused by its line`(seed: UInt64) throws {
        let random = Simulation(seed: seed)
        let key = try store.make("catalog").publicKey
        let pieces = [key, " ", "\n", "\r\n", "name", "\t", "\u{0}", "#", String(key.dropLast()), "ü", "-1"]
        for _ in 0..<50 {
            let text = (0..<Int(random.random() % 9)).map { _ in pieces[Int(random.random() % 11)] }.joined()
            try Data(text.utf8).write(to: URL(filePath: "\(store.directory)/catalog.clients"))
            do {
                let entries = try #require(try store.entries(.clients, of: "catalog"))
                let lines = text.split(whereSeparator: \.isNewline).filter { $0.contains { !$0.isWhitespace } }
                #expect(entries.count == lines.count, "seed \(seed): \(text.debugDescription)")
                #expect(entries.allSatisfy { $0.key.utf8.count == 40 && !$0.name.isEmpty }, "seed \(seed)")
            } catch let error as CurveStoreError {
                guard case .badLine = error else { throw error }
            }
        }
    }
}
