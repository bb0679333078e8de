import RPC
import TestSupport
import Testing

@testable import DownloadsService

/// Unpacking, in pieces of any size.
struct GzipDecoderTests {
    private static func unpack(_ packed: [UInt8], by size: Int) throws -> [UInt8] {
        let decoder = GzipDecoder()
        var (all, rest) = ([UInt8](), packed[...])
        while !rest.isEmpty {
            decoder.feed(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
            while let piece = try decoder.next() {
                #expect(piece.count <= 64 << 10)
                all += piece
            }
        }
        try decoder.finish()
        return all
    }

    @Test(arguments: Seeds.make(5)) func `what was packed comes out, in pieces of any size`(seed: UInt64) throws {
        print("seed \(seed)")
        var source = SplitMix64(seed: seed)
        for _ in 0..<20 {
            let bytes = (0..<Int.random(in: 0...200_000, using: &source)).map { UInt8(truncatingIfNeeded: $0 / 7) }
            let packed = Gzip.pack(bytes)
            #expect(try Self.unpack(packed, by: Int.random(in: 1...70_000, using: &source)) == bytes, "seed \(seed)")
        }
    }

    @Test func `several members and padding are one`() throws {
        let packed = Gzip.pack([1, 2, 3]) + Gzip.pack([]) + Gzip.pack([4]) + [0, 0, 0]
        for size in [1, 2, 5, 1_000] { #expect(try Self.unpack(packed, by: size) == [1, 2, 3, 4]) }
        #expect(try Self.unpack([], by: 1).isEmpty)
    }

    @Test(arguments: Seeds.make(3)) func `what is changed or cut is noticed`(seed: UInt64) {
        print("seed \(seed)")
        var source = SplitMix64(seed: seed)
        let bytes = someBytes(5_000, seed: seed)
        let packed = Gzip.pack(bytes)
        for _ in 0..<60 {
            let cut = Array(packed.prefix(Int.random(in: 1..<packed.count, using: &source)))
            #expect(throws: GzipDecoder.Damaged.self, "seed \(seed)") { try Self.unpack(cut, by: 700) }
            var changed = packed
            // Behind the header, whose time and names nothing checks.
            changed[Int.random(in: 10..<packed.count, using: &source)] ^= 1 << Int.random(in: 0..<8, using: &source)
            // The bits that fill up the byte before a stored block mean nothing (RFC 1951, section 3.2.4): what is not
            // noticed must give the very bytes that were packed.
            let unpacked = Result { try Self.unpack(changed, by: 700) }
            switch unpacked {
            case .success(let unnoticed): #expect(unnoticed == bytes, "seed \(seed)")
            case .failure(let error): #expect(error is GzipDecoder.Damaged, "seed \(seed)")
            }
        }
        #expect(throws: GzipDecoder.Damaged.self) { try Self.unpack(packed + [7], by: 700) }
        #expect(throws: GzipDecoder.Damaged.self) { try Self.unpack(Array("<html>".utf8), by: 700) }
    }

    @Test func `a bomb is given out no further than asked`() throws {
        let bomb = Gzip.pack([UInt8](repeating: 0, count: 20 << 20))
        #expect(bomb.count < 30_000)
        #expect(try GzipDecoder.unpack(bomb, limitBytes: 1_000).count == 1_001)
        #expect(try GzipDecoder.unpack(Gzip.pack([1, 2]), limitBytes: 2) == [1, 2])
        #expect(GzipDecoder.peek(Array(bomb.prefix(200))).first == 0)
        #expect(GzipDecoder.peek([0x1F, 0x8B, 0x08]).isEmpty)
    }
}
