import DownloadsAPI
import RPC
import TestSupport
import Testing

@testable import DownloadsService

@Suite struct FileStateTests {
    private func state(_ phase: FileState.Phase = .pending, _ requests: [String: Bool] = ["a": false]) -> FileState {
        FileState(phase: phase, requests: requests)
    }

    @Test func `what several want stops when all pause it`() throws {
        var file = state(.pending, ["a": false, "b": false])
        try file.pause(for: "a")
        #expect(file.isWanted)
        #expect(file.status(for: "a", isRunning: true) == .paused)
        #expect(file.status(for: "b", isRunning: true) == .downloading)
        try file.pause(for: "b")
        #expect(!file.isWanted)
        try file.resume(for: "a")
        #expect(file.isWanted)
        #expect(file.status(for: "a", isRunning: false) == .queued)
        #expect(file.status(for: "c", isRunning: true) == nil)
    }

    @Test func `starting twice is starting once`() {
        var file = FileState()
        let hadIt = [file.start(for: "a"), file.start(for: "a")]
        #expect(hadIt == [false, true])
        #expect(file.isWanted)
    }

    @Test func `a retry mends a failure and nothing else`() throws {
        var file = state(.failed(.diskFull))
        #expect(throws: DownloadsError.wrongState("The download has failed; retry it.")) { try file.resume(for: "a") }
        #expect(throws: DownloadsError.self) { try file.pause(for: "a") }
        try file.retry(for: "a")
        #expect(file.isWanted)
        var completed = state(.completed)
        try completed.retry(for: "a")
        #expect(completed.phase == .completed)
    }

    @Test func `what is completed is deleted and not cancelled`() throws {
        var file = state(.completed, ["a": false, "b": true])
        #expect(throws: DownloadsError.self) { try file.leave("a", completedToo: false) }
        let hadIt = [try file.leave("a", completedToo: true), try file.leave("a", completedToo: true)]
        #expect(hadIt == [true, false])
        #expect(!file.isUnrequested)
        _ = try file.leave("b", completedToo: true)
        #expect(file.isUnrequested)
    }

    @Test func `strangers have nothing`() {
        var file = state()
        #expect(throws: DownloadsError.unknownDownload) { try file.pause(for: "x") }
        #expect(throws: DownloadsError.unknownDownload) { try file.resume(for: "x") }
        #expect(throws: DownloadsError.unknownDownload) { try file.retry(for: "x") }
        #expect(file == state())
    }
}
