import Cluster
import Foundation
import Glibc
import ServiceKit
import TestSupport
import Testing

struct ClusterLogTests {
    /// A log that two descriptors write to, as standard output and standard error do.
    private struct Fixture {
        let directory: TemporaryDirectory
        let log: ClusterLog
        let descriptors: [Int32]

        init(_ name: String = "cluster.log") throws {
            directory = try TemporaryDirectory()
            log = ClusterLog(paths: ServicePaths(runDirectory: directory.path))
            let path = directory.path(name)
            descriptors = (0..<2).map { _ in open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600) }
        }

        func write(_ text: String, to index: Int = 1) {
            let bytes = Array(text.utf8)
            #expect(Glibc.write(descriptors[index], bytes, bytes.count) == bytes.count)
        }

        func rotate(limit: Int) { log.rotateIfFull(limit: limit, output: descriptors[0], error: descriptors[1]) }

        func text(_ name: String) -> String? { try? String(contentsOfFile: directory.path(name), encoding: .utf8) }

        func end() { for descriptor in descriptors { close(descriptor) } }
    }

    @Test
    func `at its limit it becomes the old log, both outputs go on in a new one, and the one before goes`() throws {
        let bench = try Fixture()
        defer { bench.end() }
        bench.write("first line\n")
        bench.rotate(limit: 12)
        #expect(bench.text("cluster.log.1") == nil)
        bench.write("x\n", to: 0)
        bench.rotate(limit: 12)
        #expect(bench.text("cluster.log.1") == "first line\nx\n" && bench.text("cluster.log") == "")
        bench.write("error\n", to: 1)
        bench.write("output\n", to: 0)
        #expect(bench.text("cluster.log") == "error\noutput\n")
        bench.rotate(limit: 5)
        #expect(bench.text("cluster.log.1") == "error\noutput\n")
        var status = stat()
        #expect(lstat(bench.directory.path("cluster.log"), &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test
    func `what goes to another file is left alone`() throws {
        let bench = try Fixture("mine.txt")
        defer { bench.end() }
        bench.write("0123456789")
        bench.rotate(limit: 5)
        try bench.directory.write("0123456789", to: "cluster.log")
        bench.rotate(limit: 5)
        #expect(bench.text("cluster.log.1") == nil && bench.text("mine.txt") == "0123456789")
    }

    @Test
    func `what one start wrote is read from where it began, or from the beginning of a new log`() throws {
        let bench = try Fixture()
        defer { bench.end() }
        bench.write("before\n")
        let begin = bench.log.size
        bench.write("after\n")
        #expect(bench.log.text(from: begin) == "after\n")
        #expect(bench.log.text(from: 1_000) == "before\nafter\n")
        bench.write(String(repeating: "x", count: 100_000) + "\nlast")
        #expect(bench.log.text(from: 0).hasSuffix("\nlast") && bench.log.text(from: 0).utf8.count == 64 << 10)
    }
}
