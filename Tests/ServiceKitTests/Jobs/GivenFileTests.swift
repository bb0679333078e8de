import Foundation
import Glibc
import ServiceKit
import TestSupport
import Testing

/// Files that people name: opened, or refused with a reason.
struct GivenFileTests {
    private func refusal(_ path: String, maximumBytes: Int = 100, forbidden: [String] = []) -> GivenFile.Refusal? {
        do throws(GivenFile.Refusal) {
            _ = try GivenFile(path: path, maximumBytes: maximumBytes, forbidden: forbidden)
            return nil
        } catch { return error }
    }

    @Test func `a file is opened, with its length and the time of its last change`() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("Hearth", to: "a.txt")
        let file = try GivenFile(path: path, maximumBytes: 6, forbidden: [directory.path("other")])
        #expect(file.size == 6)
        let changed = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        #expect(abs(Double(file.modified) / 1_000 - (changed?.timeIntervalSince1970 ?? 0)) < 0.01)
        #expect(try file.handle.readToEnd() == Data("Hearth".utf8))
        #expect(refusal(path, maximumBytes: 5) == .tooLong(bytes: 6, limit: 5))
    }

    @Test func `what is no file to be read is refused, and does not block`() throws {
        let directory = try TemporaryDirectory()
        #expect(refusal(try directory.directory("folder")) == .notRegular)
        let pipe = directory.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(refusal(pipe) == .notRegular)
        #expect(refusal("/dev/zero") == .notRegular)
        #expect(refusal(directory.path("nothing")) == .closed(reason: "No such file or directory"))
    }

    @Test func `no way leads to what belongs to Hearth`() throws {
        let directory = try TemporaryDirectory()
        let own = try directory.directory("own")
        let path = try directory.write("secret", to: "own/a.txt")
        #expect(refusal(path, forbidden: [own]) == .forbidden)
        #expect(refusal("\(own)/../own/a.txt", forbidden: [own]) == .forbidden)
        let link = directory.path("link.txt")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        #expect(refusal(link, forbidden: [own]) == .forbidden)
        #expect(refusal(path, forbidden: [own + "er"]) == nil)
    }

    @Test(arguments: [EMFILE, ENFILE, ENOMEM])
    func `a service that is short of descriptors or memory does not blame the file`(number: Int32) {
        #expect(GivenFile.Refusal(number) == .exhausted)
    }

    @Test func `what the system says of the file is told`() {
        #expect(GivenFile.Refusal(EACCES).description == "The service cannot open the file: Permission denied.")
    }
}
