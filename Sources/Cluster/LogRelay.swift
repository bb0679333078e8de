/// Prefixes each line with the name of its service, in columns.
public struct LogRelay: Sendable {
    private let width: Int
    private let isColoured: Bool
    private let colours: [String: Int]

    /// A relay for the lines of these services.
    ///
    /// - Parameter isColoured: whether the names are coloured, for a terminal.
    public init(services: [String], isColoured: Bool) {
        width = services.map(\.count).max() ?? 0
        self.isColoured = isColoured
        colours = Dictionary(
            services.enumerated().map { ($1, Self.palette[$0 % Self.palette.count]) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The line with its prefix. A line of JSON stays unchanged: it contains its service's name.
    public func line(_ text: String, of service: String) -> String {
        if text.hasPrefix("{") { return text }
        let name = service + String(repeating: " ", count: max(0, width - service.count))
        guard isColoured, let colour = colours[service] else { return "\(name) | \(text)" }
        return "\u{1b}[\(colour)m\(name)\u{1b}[0m | \(text)"
    }

    /// ANSI colours that can be read on dark and light: cyan, green, yellow, magenta, blue.
    private static let palette = [36, 32, 33, 35, 34]
}
