import Foundation

extension Rule {
    /// A service's name is a literal in its manifest alone: callers name a contract.
    static let serviceNames = Rule(name: "a service is named by its contract") { file in
        guard file.isSwift, file.path.hasPrefix("Sources/"), file.path != manifest else { return [] }
        return services.flatMap { name in
            file.occurrences(of: "\"\(name)\"", in: file.text).filter { offset in
                file.code[offset] == UInt8(ascii: "\"") && labels.contains { file.code(before: offset, is: $0) }
            }
            .map { file.violation(at: $0, "\"\(name)\": name the contract (serviceName), or ServiceManifest") }
        }
    }

    private static let manifest = "Sources/HearthModel/Services/ServiceManifest.swift"

    /// What stands before the name of a process, and not before a command, a field or a text.
    private static let labels = [
        "to: ", "of: ", "from: ", "service: ", "service = ", "services.contains(", "has(", "as: ", "source: ",
    ]

    /// The services, as the manifest lists them.
    static let services: [String] = {
        let text = SourceTree.files.first { $0.path == manifest }.map { String(decoding: $0.text, as: UTF8.self) } ?? ""
        return text.matches(of: /ServiceManifest\(\s*"([a-z-]+)"/).map { String($0.output.1) }
    }()
}
