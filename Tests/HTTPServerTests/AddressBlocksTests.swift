import Testing

@testable import HTTPServer

struct AddressBlocksTests {
    @Test(arguments: [
        (["127.0.0.1"], "127.0.0.1", true), (["127.0.0.1"], "127.0.0.2", false),
        (["10.0.0.0/8"], "10.255.0.1", true), (["10.0.0.0/8"], "11.0.0.0", false),
        (["10.244.128.0/17"], "10.244.255.7", true), (["10.244.128.0/17"], "10.244.127.7", false),
        (["192.0.2.1/32", "fd00::/8"], "fd12::1", true), (["fd00::/8"], "fe80::1", false),
        (["0.0.0.0/0"], "203.0.113.9", true), (["0.0.0.0/0"], "::1", false), (["::/0"], "203.0.113.9", false),
        (["10.0.0.0/8"], "::ffff:10.1.2.3", true), (["10.0.0.0/8"], "x", false), ([], "127.0.0.1", false),
    ])
    func `an address is in the set, or not`(texts: [String], address: String, isIn: Bool) throws {
        #expect(try #require(AddressBlocks(texts)).contains(address) == isIn)
    }

    @Test(arguments: [
        "10.0.0.1/8", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/08", "10.0.0.0/", "10.0.0/8", "fd00::1/8", "fd00::/129",
        "x",
        "", "10.0.0.0/8/8", "*",
    ])
    func `what is no address and no block is refused`(text: String) {
        #expect(AddressBlocks([text]) == nil)
    }
}
