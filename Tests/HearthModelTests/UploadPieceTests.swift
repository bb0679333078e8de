import Foundation
import HearthModel
import Testing

struct UploadPieceTests {
    @Test func `pieces are as long as they may be, and are all of it`() {
        let bytes = Data((0..<(UploadPiece.maximumBytes * 2 + 5)).map { UInt8(truncatingIfNeeded: $0) })
        #expect(UploadPiece.pieces(of: bytes).map(\.data.count) == [262_144, 262_144, 5])
        #expect(UploadPiece.pieces(of: bytes[7...]).reduce(Data()) { $0 + $1.data } == bytes[7...])
        #expect(Array(UploadPiece.pieces(of: Data())).isEmpty)
    }
}
