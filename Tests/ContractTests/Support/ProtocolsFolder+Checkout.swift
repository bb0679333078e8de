import Foundation
import SchemaTool

/// The checkout that these tests were built from.
enum Checkout {
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// The folder that holds `protocols/`.
    static func root() throws -> URL {
        var folder = URL(fileURLWithPath: #filePath)
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            if FileManager.default.fileExists(atPath: folder.appendingPathComponent("protocols/README.md").path) {
                return folder
            }
        }
        throw Missing(description: "no folder around \(#filePath) has protocols/README.md")
    }

    /// The committed `protocols/`.
    static func protocols() throws -> URL { try root().appendingPathComponent("protocols") }

    /// A committed JSON file of `protocols/`.
    static func json<Value: Decodable>(_ type: Value.Type, _ path: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(contentsOf: try protocols().appendingPathComponent(path)))
    }
}
