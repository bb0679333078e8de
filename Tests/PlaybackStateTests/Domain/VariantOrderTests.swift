import RPC
import TestSupport
import Testing

@testable import PlaybackStateService

/// Which link of a title is tried before which.
struct VariantOrderTests {
    private typealias Link = VariantOrder.Link

    private static let links = [
        Link("sd", lines: 480), Link("uhd", lines: 2_160), Link("hd", lines: 720), Link("fhd", lines: 1_080),
    ]

    private static func order(_ links: [Link], upTo lines: Int?) -> [String] {
        VariantOrder(preferredLines: lines).sorted(links).map(\.id)
    }

    @Test func `the best at or under the preferred quality comes first, then the least above it`() {
        #expect(Self.order(Self.links, upTo: nil) == ["uhd", "fhd", "hd", "sd"])
        #expect(Self.order(Self.links, upTo: 1_080) == ["fhd", "hd", "sd", "uhd"])
        #expect(Self.order(Self.links, upTo: 720) == ["hd", "sd", "fhd", "uhd"])
        #expect(Self.order(Self.links, upTo: 400) == ["sd", "hd", "fhd", "uhd"])
        #expect(Self.order([], upTo: 720) == [])
    }

    @Test func `of equal ones those that played more often come first, and unreliable ones last`() {
        let equal = [
            Link("a", lines: 1_080, worked: 1, failed: 1), Link("b", lines: 1_080, worked: 5), Link("c", lines: 1_080),
        ]
        #expect(Self.order(equal, upTo: nil) == ["b", "a", "c"])
        let failing = [Link("a", lines: 1_080, worked: 1, failed: 3), Link("b", lines: 480)]
        #expect(Self.order(failing, upTo: nil) == ["b", "a"])
        // One failure may have been the network's.
        #expect(Self.order([Link("a", lines: 1_080, failed: 1), Link("b", lines: 480)], upTo: nil) == ["a", "b"])
        let doubtful = [Link("a", lines: 2_160, isDoubtful: true), Link("b")]
        #expect(Self.order(doubtful, upTo: nil) == ["b", "a"])
    }

    @Test(
        arguments: [
            ("1080p", 1_080), ("720P", 720), ("4K", 2_160), ("FHD", 1_080), ("576i", 576), ("UHD", 2_160),
            ("Default", nil),
            ("", nil), ("99999999999999999999", nil), ("12", nil), (nil, nil), ("٣٦٠p", nil),
        ] as [(String?, Int?)])
    func `qualities are read as lists write them`(text: String?, lines: Int?) {
        #expect(VariantOrder.lines(of: text) == lines)
    }

    @Test(arguments: Seeds.make(10))
    func `every link is there once, and the same links come in the same order`(seed: UInt64) {
        print("seed \(seed)")
        var source = SplitMix64(seed: seed)
        for _ in 0..<100 {
            let links = (0..<Int.random(in: 0...8, using: &source)).map { number in
                Link(
                    "v\(number)", lines: [nil, 480, 720, 1_080, 2_160].randomElement(using: &source) ?? nil,
                    isDoubtful: Bool.random(using: &source), worked: Int64.random(in: 0...3, using: &source),
                    failed: Int64.random(in: 0...3, using: &source))
            }
            let order = VariantOrder(preferredLines: [nil, 720, 1_080].randomElement(using: &source) ?? nil)
            let sorted = order.sorted(links)
            #expect(Set(sorted) == Set(links) && sorted.count == links.count, "seed \(seed)")
            #expect(order.sorted(sorted) == sorted, "seed \(seed)")
            let firstDoubt = sorted.firstIndex(where: \.isDoubtful) ?? sorted.count
            let doubtful = sorted.count { $0.isDoubtful }
            #expect(firstDoubt == sorted.count - doubtful, "seed \(seed)")
        }
    }
}
