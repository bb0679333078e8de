import Synchronization
import Testing

@testable import ServiceKit

/// Values of households in memory, here numbers of which those above 9 restrict calls.
struct HouseholdCacheTests {
    private let cache = HouseholdCache(none: 0) { $0 > 9 }

    @Test func `a value is unknown until the shards are open, and none from then on`() {
        cache.set(1, of: "mill")
        #expect([cache.value(of: "mill"), cache.value(of: "home")] == [1, nil])
        #expect(!cache.isQuiet)
        cache.noteOpened()
        #expect([cache.value(of: "mill"), cache.value(of: "home")] == [1, 0])
        #expect(cache.isQuiet && cache.households == ["mill"])
    }

    @Test func `one value that restricts calls has every call checked`() {
        cache.noteOpened()
        cache.set(10, of: "mill")
        cache.set(1, of: "home")
        #expect(!cache.isQuiet)
        cache.update("mill") { $0 - 1 }
        #expect(cache.isQuiet && cache.value(of: "mill") == 9)
        cache.set(0, of: "mill")
        #expect(cache.households == ["home"])
    }

    @Test func `the observer gets all values at each change, and at first unless there are none`() {
        let seen = Mutex<[[String: Int]]>([])
        let observer = { @Sendable (values: [String: Int]) in seen.withLock { $0.append(values) } }
        cache.set(0, of: "mill")
        cache.onChange(observer)
        #expect(seen.withLock { $0 } == [])
        cache.set(2, of: "home")
        cache.set(2, of: "home")
        cache.onChange(observer)
        let values = ["mill": 0, "home": 2]
        #expect(seen.withLock { $0 } == [values, values])
    }
}
