import ChaosHistory
import Testing

@Suite struct ShrinkerTests {
    @Test func `finds the pair that fails`() {
        let shrunk = Shrinker().shrink(Array(0..<1000)) { $0.contains(123) && $0.contains(877) }
        #expect(shrunk.elements == [123, 877])
        #expect(shrunk.isReproduced && shrunk.isMinimal)
        #expect(shrunk.tries < 120, "\(shrunk.tries): bisection, not one by one")
    }

    @Test(arguments: [[], [0], [99], [0, 99], [3, 50, 51, 97], Array(40..<60)])
    func `finds any set that fails`(needed: [Int]) {
        let shrunk = Shrinker(maximumTries: 5000).shrink(Array(0..<100)) { Set(needed).isSubset(of: $0) }
        #expect(shrunk.elements == needed)
        #expect(shrunk.isMinimal)
    }

    @Test func `nothing can be left out of the result`() {
        let first = Seeded.first
        for seed in first..<(first + 50) {
            var generator = Seeded(seed)
            // Fails when two of three groups are there, with elements that others need: not monotone in general.
            let weights = (0..<40).map { _ in Int.random(in: 1...9, using: &generator) }
            let (modulus, rest) = (Int.random(in: 5...11, using: &generator), Int.random(in: 0...4, using: &generator))
            let fails: ([Int]) -> Bool = { places in places.map { weights[$0] }.reduce(0, +) % modulus == rest }
            guard fails(Array(0..<40)) else { continue }
            let shrunk = Shrinker(maximumTries: 100_000).shrink(Array(0..<40), fails: fails)
            #expect(fails(shrunk.elements) && shrunk.isMinimal, "HEARTH_SEED=\(seed)")
            for place in shrunk.elements.indices {
                var less = shrunk.elements
                less.remove(at: place)
                #expect(!fails(less), "HEARTH_SEED=\(seed): \(shrunk.elements) without place \(place)")
            }
        }
    }

    @Test func `shrinks several lists together`() {
        let shrunk = Shrinker().shrink(counts: [200, 12, 7]) { kept in
            kept[0].contains(150) && kept[1].contains(3) && kept[1].contains(4)
                && (kept[0].count < 100 || kept[2] != [])
        }
        #expect(shrunk.kept == [[150], [3, 4], []], "Once there are few operations no service is needed.")
        #expect(shrunk.isMinimal)
    }

    @Test func `what one list needs of another goes in a later pass`() {
        // Element 1 of the first list is needed only while the second has element 0.
        let shrunk = Shrinker().shrink(counts: [3, 2]) { kept in
            kept[0].contains(2) && kept[1].contains(1) && (!kept[1].contains(0) || kept[0].contains(1))
        }
        #expect(shrunk.kept == [[2], [1]])
    }

    @Test func `passes go on until nothing moves`() {
        // Each of a0, b0, a1 is needed while the one before it is there, in two lists: one pass is not enough.
        let shrunk = Shrinker().shrink(counts: [3, 3]) { kept in
            let (a, b) = (kept[0], kept[1])
            return a.contains(2) && b.contains(2) && (!b.contains(1) || a.contains(0))
                && (!a.contains(0) || b.contains(0)) && (!b.contains(0) || a.contains(1))
        }
        #expect(shrunk.kept == [[2], [2]])
        #expect(shrunk.isMinimal)
    }

    @Test func `stops at its bound with what it has`() {
        var tries = 0
        let fails: ([Int]) -> Bool = {
            tries += 1
            return $0.contains(123) && $0.contains(877)
        }
        let shrunk = Shrinker(maximumTries: 10).shrink(Array(0..<1000), fails: fails)
        #expect(tries == 10 && shrunk.tries == 10)
        #expect(!shrunk.isMinimal)
        #expect(shrunk.elements.count < 1000 && shrunk.elements.contains(123) && shrunk.elements.contains(877))
    }

    @Test func `says when it does not fail again`() {
        let shrunk = Shrinker().shrink([1, 2, 3]) { _ in false }
        #expect(shrunk.elements == [1, 2, 3])
        #expect(!shrunk.isReproduced && !shrunk.isMinimal)
        #expect(shrunk.tries == 1)
    }

    @Test func `tries the same cases each time and none twice`() {
        func run() -> [[Int]] {
            var tried: [[Int]] = []
            _ = Shrinker().shrink(Array(0..<60)) { part in
                tried.append(part)
                return part.contains(7) && part.contains(8) && part.contains(51)
            }
            return tried
        }
        #expect(run() == run())
        #expect(Set(run()).count == run().count)
    }

    private struct Broken: Error {}

    @Test func `works with tests that await and throw`() async throws {
        let shrunk = await Shrinker().shrink(Array(0..<50)) { part in
            await Task.yield()
            return part.contains(33)
        }
        #expect(shrunk.elements == [33])
        let places = await Shrinker().shrink(counts: [9, 9]) { kept in
            await Task.yield()
            return kept[0].contains(1) && kept[1].contains(2)
        }
        #expect(places.kept == [[1], [2]])
        await #expect(throws: Broken.self) {
            try await Shrinker().shrink([1, 2]) { _ in
                await Task.yield()
                throw Broken()
            }
        }
    }

    @Test func `makes a history of a lost write short`() {
        let sketch = Sketch()
        for number in 0..<60 {
            sketch.call(.add("\(number)"), Int64(number) * 10, Int64(number) * 10 + 5, on: "set/\(number % 3)")
        }
        for set in 0..<3 {
            let members = (0..<60).filter { $0 % 3 == set && $0 != 31 }.map { "\($0)" }
            sketch.finally(members, on: "set/\(set)")
        }
        let fails: ([RecordedOperation]) -> Bool = { part in
            SetFull().check(History(part)).violations.contains { $0.failure == "set-full lost" }
        }
        let shrunk = Shrinker().shrink(sketch.history.operations, fails: fails)
        #expect(shrunk.elements.map(\.id) == [31, 61])
    }
}
