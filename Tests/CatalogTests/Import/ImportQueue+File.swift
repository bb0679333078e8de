import CatalogAPI
import Foundation
import HearthModel
import RPC
import ServiceKit

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

extension ImportQueue {
    /// Puts the import of a file of the test's own in line, as if a caller had sent it.
    func enqueue(
        _ kind: ImportKind, source: String, file path: String, allowsShrinking: Bool, household: String
    ) async throws -> String {
        let (pieces, writer) = AsyncStream<UploadPiece>.makeStream()
        for piece in UploadPiece.pieces(of: try Data(contentsOf: URL(filePath: path))) { writer.yield(piece) }
        writer.finish()
        let offer = UploadDeclaration(noun: "file", maximumBytes: .max, declaredBytes: nil)
        let upload = try await uploads.receive(pieces, offer, household: household, caller: "test-\(runtime.random())")
        return try await enqueue(
            kind, source: source, path: path, upload: upload, allowsShrinking: allowsShrinking, household: household)
    }
}
