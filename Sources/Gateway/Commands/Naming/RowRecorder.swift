internal import Foundation
internal import ServiceKit
internal import Synchronization

/// Numbers the rows of the lists that a command prints, and remembers them for this terminal: `@3` is row 3.
///
/// One file a terminal in the cache directory, private to its owner, which holds the last command's rows. Nothing is
/// remembered where there is no terminal, unless `HEARTH_TERMINAL` names one.
final class RowRecorder: Sendable {
    /// Longer lists are remembered up to here.
    static let maximumRows = 1_000
    /// Older lists are forgotten: a terminal is often left open.
    static let lifetime: TimeInterval = 12 * 3_600
    /// Files of other terminals that are kept, the latest ones.
    private static let maximumFiles = 50

    private let path: String
    private let household: String
    private let rows = Mutex<[ListedRow]>([])

    /// - Parameters:
    ///   - folder: the cache directory.
    ///   - terminal: the terminal's name.
    init(folder: String, terminal: String, household: String) {
        path = "\(folder)/rows-\(CacheFile.name(terminal)).json"
        self.household = household
    }

    /// What is stored of a list.
    private struct Stored: Codable {
        var household: String
        var at: Date
        var rows: [ListedRow]
    }

    /// Adds rows, and returns the number of the first of them.
    func add(_ added: [ListedRow]) -> Int {
        rows.withLock { rows in
            defer { rows += added }
            return rows.count + 1
        }
    }

    /// Stores the rows of the command, if it printed any, in place of the last list.
    func save(at now: Date) {
        let rows = rows.withLock { Array($0.prefix(Self.maximumRows)) }
        guard !rows.isEmpty else { return }
        CacheFile.write(Stored(household: household, at: now, rows: rows), to: path)
        prune(URL(filePath: path).deletingLastPathComponent().path)
    }

    /// The rows of the last list that was printed here; nil when there is none, or it is too old.
    func last(at now: Date) -> [ListedRow]? {
        guard let stored = CacheFile.read(Stored.self, from: path), stored.household == household,
            abs(now.timeIntervalSince(stored.at)) < Self.lifetime
        else { return nil }
        return stored.rows
    }

    /// Removes the files of terminals that were used least lately.
    private func prune(_ folder: String) {
        let files = FileManager.default
        let names = (try? files.contentsOfDirectory(atPath: folder)) ?? []
        let kept = names.filter { $0.hasPrefix("rows-") }.map { name in
            let path = "\(folder)/\(name)"
            let date = (try? files.attributesOfItem(atPath: path))?[.modificationDate] as? Date
            return (path: path, date: date ?? .distantPast)
        }
        for file in kept.sorted(by: { $0.date > $1.date }).dropFirst(Self.maximumFiles) {
            try? files.removeItem(atPath: file.path)
        }
    }
}

extension Resolver {
    /// The id in a row of the last list, for `@3`; nil for any other text.
    ///
    /// - Throws: ``GatewayFailure`` when there is no such row, or it is of another kind.
    func row(_ text: String, _ noun: Noun) throws -> String? {
        guard text.first == "@", let number = Int(text.dropFirst()) else { return nil }
        guard let rows = gateway.lastRows else {
            throw GatewayFailure(
                "NO_LIST", "\(text) is a row of the last list, and none is remembered for this terminal.",
                advice: "A list comes first: hearth search WORDS, or hearth home. A script names its terminal with "
                    + "HEARTH_TERMINAL.", status: .usage)
        }
        guard rows.indices.contains(number - 1) else {
            throw GatewayFailure(
                "NO_SUCH_ROW", "The last list has \(AmountFormatter.count(rows.count, "row")), and no \(text).",
                status: .usage)
        }
        if let id = rows[number - 1].id(noun.kind) { return id }
        let kinds = rows[number - 1].ids.keys.sorted().joined(separator: " and ")
        throw GatewayFailure(
            "OTHER_ROW", "\(text) of the last list is a \(kinds), and a \(noun.name) is needed here.", status: .usage)
    }
}
