import Foundation

/// The bytes of all files in a directory, to be searched for what should not be in them.
struct RawFiles {
    private let files: [Data]

    init(_ directory: String) throws {
        let names = FileManager.default.enumerator(atPath: directory)?.compactMap { $0 as? String } ?? []
        files = names.compactMap { FileManager.default.contents(atPath: "\(directory)/\($0)") }
    }

    /// Whether a text is in one of them.
    func hold(_ text: String) -> Bool { files.contains { $0.range(of: Data(text.utf8)) != nil } }
}
