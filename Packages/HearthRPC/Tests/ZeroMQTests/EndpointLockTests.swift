import Foundation
import Testing
import ZeroMQ

@Suite(.timeLimit(.minutes(10)))
struct EndpointLockTests {
    @Test func `second holder is refused and told who the first is`() throws {
        let directory = try TemporaryDirectory()
        let socket = directory.file("catalog.0.sock")
        let lock = try EndpointLock.take(forSocketAt: socket)
        let expected = EndpointLockError.held(path: lock.path, processID: getpid())
        #expect(throws: expected) { try EndpointLock.take(forSocketAt: socket) }
        #expect(expected.description.contains("process \(getpid())"))
        withExtendedLifetime(lock) {}
    }

    @Test func `lock is free again when its holder is gone`() throws {
        let directory = try TemporaryDirectory()
        let socket = directory.file("s.sock")
        for _ in 0..<3 {
            let lock = try EndpointLock.take(forSocketAt: socket)
            withExtendedLifetime(lock) {}
        }
    }

    @Test func `other slots are free`() throws {
        let directory = try TemporaryDirectory()
        let one = try EndpointLock.take(forSocketAt: directory.file("catalog.0.sock"))
        let two = try EndpointLock.take(forSocketAt: directory.file("catalog.1.sock"))
        #expect(one.path != two.path)
    }

    /// A child that inherited the lock would hold it after its parent's death.
    @Test func `children do not inherit the lock`() throws {
        let directory = try TemporaryDirectory()
        let lock = try EndpointLock.take(forSocketAt: directory.file("s.sock"))
        let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap(Int32.init)
        let ours = files.filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == lock.path
        }
        #expect(ours.count == 1)
        for file in ours { #expect(fcntl(file, F_GETFD) & FD_CLOEXEC != 0) }
    }

    @Test func `symbolic link is not followed`() throws {
        let directory = try TemporaryDirectory()
        let target = directory.file("target")
        #expect(FileManager.default.createFile(atPath: target, contents: Data("precious".utf8)))
        let path = directory.file("s.sock") + EndpointLock.suffix
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        #expect(throws: EndpointLockError.system(path: path, operation: "open", number: ELOOP)) {
            try EndpointLock.take(forSocketAt: directory.file("s.sock"))
        }
        #expect(FileManager.default.contents(atPath: target) == Data("precious".utf8))
    }

    /// Why there is a lock: without it libzmq lets the second one in, and the first hears nothing of new clients.
    @Test func `libzmq itself lets a second server steal the path`() async throws {
        let directory = try TemporaryDirectory()
        let endpoint = "ipc://\(directory.file("s.sock"))"
        try await withLoop { loop, context in
            let first = try await Peer(.router, on: loop, in: context, bind: endpoint)
            let second = try await Peer(.router, on: loop, in: try ZeroMQContext.make(), bind: endpoint)
            let client = try await Peer(.dealer, on: loop, in: context, connect: endpoint)
            try await client.waitUntilWritable()
            #expect(try await client.send("hello") == .sent)
            #expect(await second.next()?.text == "hello")
            try await first.close()
        }
    }
}
