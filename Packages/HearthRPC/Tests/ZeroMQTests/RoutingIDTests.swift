import Testing
import ZeroMQ

@Suite struct RoutingIDTests {
    @Test func `every length keeps its bytes`() {
        for count in 0...255 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: 255 - $0) }
            #expect(routingID(bytes).withBytes { Array($0) } == bytes)
            #expect(routingID(bytes) == routingID(bytes))
            #expect(routingID(bytes).hashValue == routingID(bytes).hashValue)
        }
    }

    /// Ids that differ only in length or in zeros are different.
    @Test func `similar ones differ`() {
        let similar: [[UInt8]] = [
            [], [0], [0, 0], [0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0], [1], [1, 0], [0, 1],
            Array(repeating: 255, count: 7),
            Array(repeating: 255, count: 8),
        ]
        #expect(Set(similar.map(routingID)).count == similar.count)
    }

    @Test func `is shown in hexadecimal`() { #expect(routingID([0, 9, 0xAB]).description == "0009ab") }

    private func routingID(_ bytes: [UInt8]) -> RoutingID { bytes.withUnsafeBytes { RoutingID($0) } }
}
