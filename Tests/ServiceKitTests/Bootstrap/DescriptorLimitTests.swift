import Testing

@testable import ServiceKit

@Suite("How many descriptors a service may have")
struct DescriptorLimitTests {
    @Test("a shell's limit is raised as far as is allowed and wanted, and none is lowered")
    func raised() {
        #expect(DescriptorLimit.raised(1_024, upTo: 1_048_576) == 16_384)
        #expect(DescriptorLimit.raised(1_024, upTo: 4_096) == 4_096)
        #expect(DescriptorLimit.raised(4_096, upTo: 4_096) == nil)
        #expect(DescriptorLimit.raised(20_000, upTo: 20_000) == nil)
    }
}
