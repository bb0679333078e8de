internal import Access
internal import Foundation
internal import Glibc
internal import RPC
internal import ServiceKit

/// Sets one service's setting in a configuration file, and leaves every other line as it is.
struct ConfigurationEditor {
    /// The file.
    let path: String
    let runtime: any Runtime

    private static let head = "# Settings of this household: `hearth config --sample` shows all there are.\n"

    /// Sets the value. Readers see the old file or the new one.
    ///
    /// - Returns: whether the file was changed.
    /// - Throws: ``GatewayFailure`` when the file is of a form that cannot be edited safely; nothing is changed then.
    func set(_ service: String, _ name: String, to value: String) throws -> Bool {
        let text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        let edited = Self.edited(text ?? Self.head, service, name, value)
        guard edited != text else { return false }
        let trial = "\(path).\(runtime.randomBytes(4).map { String($0, radix: 16) }.joined()).new"
        do {
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try PrivateFile.replaceSecret(trial, Array(edited.utf8), runtime: runtime)
        } catch {
            throw failure(service, name, value, "\(error)")
        }
        defer { try? FileManager.default.removeItem(atPath: trial) }
        // Read back as the service will: a file of an unusual form is left to its owner.
        let read = try? ServiceSettings.effective(
            arguments: ["--config", trial], environment: ["HOME": "/"], service: service)
        guard read?.contains(where: { $0.name == name && $0.value == value }) == true else {
            throw failure(service, name, value, "it has another form than usual")
        }
        guard rename(trial, path) == 0 else { throw failure(service, name, value, "it cannot be replaced") }
        return true
    }

    private func failure(_ service: String, _ name: String, _ value: String, _ reason: String) -> GatewayFailure {
        GatewayFailure(
            "NOT_EDITED", "\(path) was not changed: \(reason).",
            advice: "Write into it, in the section \(service): \(name): \(value)", status: .configuration)
    }

    /// The text with the setting in the service's section.
    static func edited(_ text: String, _ service: String, _ name: String, _ value: String) -> String {
        var lines = text.components(separatedBy: "\n")
        func setting(_ indent: String) -> String { "\(indent)\(name): \"\(value)\"" }
        guard let start = lines.firstIndex(where: { $0.hasPrefix("\(service):") }) else {
            let separator = text.isEmpty || text.hasSuffix("\n") ? "" : "\n"
            return text + separator + "\(service):\n\(setting("  "))\n"
        }
        let body = lines[(start + 1)...]
        // The section ends with the next line that is not indented.
        let end =
            body.firstIndex { line in line.first.map { !$0.isWhitespace && $0 != "#" } ?? false } ?? lines.endIndex
        let first = lines[(start + 1)..<end].first { line in
            line.first == " " && !line.drop { $0 == " " }.hasPrefix("#") && line.contains(":")
        }
        let indent = first.map { String($0.prefix { $0 == " " }) } ?? "  "
        if let place = lines[(start + 1)..<end].firstIndex(where: { $0.hasPrefix("\(indent)\(name):") }) {
            lines[place] = setting(indent)
        } else {
            lines.insert(setting(indent), at: start + 1)
        }
        return lines.joined(separator: "\n")
    }
}
