import Foundation
import Testing

/// Real playlists and guides, kept beside the checkout in `shared/data` (`HEARTH_TEST_DATA` names another place).
///
/// A test that needs them and does not find them fails.
enum SharedData {
    struct Missing: Error, CustomStringConvertible {
        var description: String
    }

    /// The folder with the data, found by walking up from this file.
    static func folder() throws -> URL {
        if let path = ProcessInfo.processInfo.environment["HEARTH_TEST_DATA"] { return URL(fileURLWithPath: path) }
        var folder = URL(fileURLWithPath: #filePath)
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            let candidate = folder.appendingPathComponent("shared/data")
            if FileManager.default.fileExists(atPath: candidate.appendingPathComponent("m3u").path) { return candidate }
        }
        throw Missing(description: "no shared/data with real playlists above \(#filePath); set HEARTH_TEST_DATA")
    }

    static func bytes(_ path: String) throws -> [UInt8] {
        let file = try folder().appendingPathComponent(path)
        guard let data = FileManager.default.contents(atPath: file.path) else {
            throw Missing(description: "\(path) is not in the test data")
        }
        return [UInt8](data)
    }

    /// The files under a folder with one of these endings, sorted, as paths inside the data folder.
    static func files(under path: String, endings: Set<String>) throws -> [String] {
        let top = try folder()
        let root = top.appendingPathComponent(path)
        guard let walker = FileManager.default.enumerator(atPath: root.path) else {
            throw Missing(description: "\(path) is not in the test data")
        }
        let found = walker.compactMap { $0 as? String }.filter { endings.contains(($0 as NSString).pathExtension) }
        guard !found.isEmpty else { throw Missing(description: "no \(endings.sorted()) under \(path)") }
        return found.sorted().map { path + "/" + $0 }
    }

    static func json<T: Decodable>(_ path: String, as type: T.Type = T.self) throws -> T {
        try JSONDecoder().decode(type, from: Data(bytes(path)))
    }
}

/// Repeatable random numbers for property tests (SplitMix64); the seed goes into the test's output.
struct SeededGenerator: RandomNumberGenerator {
    let seed: UInt64
    private var state: UInt64

    init(seed: UInt64) {
        (self.seed, state) = (seed, seed)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
