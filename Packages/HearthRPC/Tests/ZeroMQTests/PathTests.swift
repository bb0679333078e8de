import Foundation
import Testing
import ZeroMQ

@Suite(.timeLimit(.minutes(10)))
struct PathTests {
    @Test func `private directory is made closed`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("private")
        #expect(try PrivateDirectory.make(at: path).path == path)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o700)
        #expect(try PrivateDirectory.make(at: path).path == path)
    }

    @Test(arguments: [0o750, 0o705, 0o770, 0o777, 0o701])
    func `open directory is refused`(mode: Int) throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("open")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        #expect(throws: PathError.open(path: path, mode: UInt32(mode))) { try PrivateDirectory.make(at: path) }
    }

    @Test func `link file and foreign directory are refused`() throws {
        let directory = try TemporaryDirectory()
        let (real, link, file) = (directory.file("real"), directory.file("link"), directory.file("file"))
        _ = try PrivateDirectory.make(at: real)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)
        #expect(FileManager.default.createFile(atPath: file, contents: nil))
        #expect(throws: PathError.notADirectory(path: link)) { try PrivateDirectory.make(at: link) }
        #expect(throws: PathError.notADirectory(path: file)) { try PrivateDirectory.check(at: file) }
        #expect(throws: PathError.system(path: directory.file("none"), operation: "open", number: ENOENT)) {
            try PrivateDirectory.check(at: directory.file("none"))
        }
        // /proc/1 is owned by the user that runs init; run as root, a directory of another user has to be made.
        if geteuid() == 0 {
            chown(real, 12_345, 12_345)
            #expect(throws: PathError.foreign(path: real, owner: 12_345)) { try PrivateDirectory.check(at: real) }
        } else {
            #expect(throws: PathError.self) { try PrivateDirectory.check(at: "/proc/1") }
        }
    }

    @Test func `short path stays where it is`() throws {
        let directory = try TemporaryDirectory()
        let requested = directory.file("catalog.0.sock")
        let path = try IPCPath(requested, environment: environment(directory))
        #expect(path.path == requested)
        #expect(!path.isMoved)
        #expect(path.endpoint == "ipc://\(requested)")
    }

    @Test func `longest path that stays`() throws {
        let directory = try TemporaryDirectory()
        let fill = IPCPath.longestBytes - directory.path.utf8.count - 1
        let fits = directory.file(String(repeating: "a", count: fill))
        #expect(try IPCPath(fits, environment: environment(directory)).path == fits)
        let moved = try IPCPath(fits + "a", environment: environment(directory))
        #expect(moved.isMoved)
        #expect(moved.path.utf8.count <= IPCPath.longestBytes)
    }

    @Test func `long directory moves all its sockets together`() throws {
        let directory = try TemporaryDirectory()
        let long = try longDirectory(in: directory)
        let environment = environment(directory)
        let one = try IPCPath("\(long)/catalog.0.sock", prefix: "house", environment: environment)
        let two = try IPCPath("\(long)/profiles.0.sock", prefix: "house", environment: environment)
        #expect(one.path.hasPrefix("\(directory.path)/run/house-"))
        #expect(one.path.hasSuffix("/catalog.0.sock"))
        #expect(one.path.dropLast("catalog.0.sock".count) == two.path.dropLast("profiles.0.sock".count))
        #expect(try IPCPath("\(long)/catalog.0.sock", prefix: "house", environment: environment) == one)
        _ = try PrivateDirectory.check(at: String(one.path.dropLast("/catalog.0.sock".count)))
        let elsewhere = try IPCPath("\(long)/../catalog.0.sock", environment: environment)
        #expect(elsewhere.path != one.path)
    }

    /// A client may look for a server whose directory does not exist yet; later it finds the same place.
    @Test func `missing directory is looked for where it would be`() throws {
        let directory = try TemporaryDirectory()
        let link = directory.file("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: directory.path)
        let before = try IPCPath("\(link)/a/b/s.sock", environment: environment(directory))
        #expect(before.path == directory.file("a/b/s.sock"))
        try FileManager.default.createDirectory(
            atPath: directory.file("a/b"), withIntermediateDirectories: true)
        #expect(try IPCPath("\(link)/a/b/s.sock", environment: environment(directory)) == before)
        #expect(throws: PathError.self) { try IPCPath(directory.file("none/../s.sock")) }
    }

    @Test func `without a runtime directory the temporary one is used`() throws {
        let directory = try TemporaryDirectory()
        var environment = environment(directory)
        environment.runtimeDirectory = nil
        let path = try IPCPath("\(try longDirectory(in: directory))/s.sock", environment: environment)
        #expect(path.path.hasPrefix("\(directory.path)/zmq-\(geteuid())-"))
    }

    @Test func `private directory of another is not used`() throws {
        let directory = try TemporaryDirectory()
        let requested = "\(try longDirectory(in: directory))/s.sock"
        let moved = try IPCPath(requested, environment: environment(directory)).path
        let place = String(moved.dropLast("/s.sock".count))
        chmod(place, 0o755)
        #expect(throws: PathError.open(path: place, mode: 0o755)) {
            try IPCPath(requested, environment: environment(directory))
        }
        rmdir(place)
        try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: directory.path)
        #expect(throws: PathError.notADirectory(path: place)) {
            try IPCPath(requested, environment: environment(directory))
        }
    }

    @Test(arguments: ["", "@abstract", "*", "/tmp/", "a\0b"])
    func `path that is none is refused`(path: String) {
        #expect(throws: PathError.unusable(path: path)) { try IPCPath(path) }
    }

    @Test func `sockets meet at a moved path`() async throws {
        let directory = try TemporaryDirectory()
        let requested = "\(try longDirectory(in: directory))/s.sock"
        let environment = environment(directory)
        try await withLoop { loop, context in
            let here = try IPCPath(requested, environment: environment)
            let there = try IPCPath(requested, environment: environment)
            let server = try await Peer(.router, on: loop, in: context, bind: here.endpoint)
            let client = try await Peer(.dealer, on: loop, in: context, connect: there.endpoint)
            try await client.waitUntilWritable()
            #expect(try await client.send("found") == .sent)
            #expect(await server.next()?.text == "found")
        }
    }

    private func environment(_ directory: TemporaryDirectory) -> IPCPath.Environment {
        try? FileManager.default.createDirectory(
            atPath: directory.file("run"), withIntermediateDirectories: true)
        return IPCPath.Environment(runtimeDirectory: directory.file("run"), temporaryDirectory: directory.path)
    }

    private func longDirectory(in directory: TemporaryDirectory) throws -> String {
        let path = directory.file(String(repeating: "long-", count: 30))
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }
}
