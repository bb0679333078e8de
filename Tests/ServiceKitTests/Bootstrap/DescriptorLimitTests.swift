import Testing

@testable import ServiceKit

struct DescriptorLimitTests {
    @Test
    func `a shell's limit is raised as far as is allowed and wanted, and none is lowered`() {
        #expect(DescriptorLimit.raised(1_024, upTo: 1_048_576) == 16_384)
        #expect(DescriptorLimit.raised(1_024, upTo: 4_096) == 4_096)
        #expect(DescriptorLimit.raised(4_096, upTo: 4_096) == nil)
        #expect(DescriptorLimit.raised(20_000, upTo: 20_000) == nil)
    }

    @Test
    func `a service has descriptors for its households and the outside before it takes clients`() {
        let small = DescriptorNeeds(outside: 0, households: 1)
        let large = DescriptorNeeds(outside: 64, households: 10)
        #expect(large.reserved == small.reserved + 64 + 9 * DescriptorNeeds.shard)
        for needs in [small, large] {
            #expect(needs.connections(of: needs.least) == DescriptorNeeds.leastConnections)
            #expect(needs.connections(of: 16_384) == DescriptorNeeds.mostConnections)
            #expect(needs.connections(of: 1) == 0)
            // Whatever the limit: clients, as many that say nothing, and the rest.
            for limit in stride(from: needs.least, through: 20_000, by: 37) {
                #expect(needs.reserved + 2 * needs.connections(of: limit) <= limit)
            }
        }
        #expect(small.least < 1_024 && large.least < 1_024)
    }

    @Test
    func `too few are refused with how many it takes`() {
        let error = #expect(throws: DescriptorShortage.self) { try DescriptorLimit.raise(atLeast: 1 << 40) }
        #expect(error?.needed == 1 << 40 && error?.description.contains("ulimit -n \(1 << 40)") == true)
    }
}
