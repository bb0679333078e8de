import RPC
import TestSupport
import Testing

@testable import DownloadsService

@Suite struct FairSchedulerTests {
    private func file(_ number: Int64, _ positions: [String: Int64]) -> FairScheduler.Waiting {
        FairScheduler.Waiting(file: number, positions: positions)
    }

    /// The order in which files are begun, each of which ends only when the slots are full.
    private func order(_ waiting: [FairScheduler.Waiting], limit: Int) -> [Int64] {
        var running: [FairScheduler.Waiting] = []
        while let next = FairScheduler.next(of: waiting, running: running, limit: limit) {
            running += waiting.filter { $0.file == next }
        }
        return running.map(\.file)
    }

    @Test func `a season does not keep others waiting`() {
        let season = (0..<10).map { file($0, ["a": $0]) }
        #expect(order(season + [file(20, ["b": 0]), file(21, ["b": 1])], limit: 3) == [0, 20, 1])
    }

    @Test func `positions decide within a profile`() {
        #expect(order([file(1, ["a": 3]), file(2, ["a": 1]), file(3, ["a": 2])], limit: 2) == [2, 3])
    }

    @Test func `no more run than are allowed`() {
        let running = (0..<3).map { file($0, ["a": $0]) }
        #expect(FairScheduler.next(of: running + [file(9, ["b": 0])], running: running, limit: 3) == nil)
        #expect(FairScheduler.next(of: [file(9, [:])], running: [], limit: 3) == nil)
    }

    /// A waiting profile is never passed by a profile that has more running, in whatever household.
    @Test func `no caller is passed by one that has more`() throws {
        for seed in Seeds.make(200) {
            var random = SplitMix64(seed: seed)
            let files = (0..<20).map { number in
                file(Int64(number), ["abc".randomElement(using: &random).map(String.init) ?? "a": Int64(number)])
            }
            let running = Array(files.prefix(Int.random(in: 0..<3, using: &random)))
            func load(_ file: FairScheduler.Waiting) -> Int {
                running.count { $0.positions.keys == file.positions.keys }
            }
            let next = try #require(FairScheduler.next(of: files, running: running, limit: 3))
            let chosen = try #require(files.first { $0.file == next })
            #expect(!running.contains(chosen), "seed \(seed)")
            let least = files.filter { !running.contains($0) }.map(load).min()
            #expect(load(chosen) == least, "seed \(seed)")
        }
    }
}
