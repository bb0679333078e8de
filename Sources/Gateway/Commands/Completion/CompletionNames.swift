internal import ArgumentParser
internal import CatalogAPI
internal import DownloadsAPI
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import RPCDiagnostics
internal import ServiceKit

/// The names that complete one word of a command line.
struct CompletionNames: Sendable {
    /// What is named.
    enum Subject: Sendable {
        case titles
        case channels
        case profiles
        case sources
        case downloads
        case services
        case methods
    }

    let subject: Subject
    /// The words of the whole command line, verbatim.
    let words: [String]
    /// The word so far.
    let prefix: String

    /// How long a shell waits at most, in seconds.
    private static let patience = 0.7
    private static let most: Int32 = 20

    /// The names; none when the services do not tell them in time.
    func fetch() async -> [String] {
        Self.escaped(await fetchPlain(), for: CompletionShell.requesting)
    }

    /// Names as the script of a shell takes them: bash expands them once more, so that a title such as `$(reboot)` would run.
    static func escaped(_ names: [String], for shell: CompletionShell?) -> [String] {
        let printable = names.map(Table.printable)
        guard shell == .bash else { return printable }
        return printable.map { name in
            name.map { expanded.contains($0) ? "\\\($0)" : String($0) }.joined()
        }
    }

    /// What bash would expand in a list of words.
    private static let expanded = Set(#"$`\"'{}~<>()|&;*?[]!"#)

    private func fetchPlain() async -> [String] {
        if subject == .services { return ServiceSettings.knownServices.sorted() }
        guard let options = try? await GlobalHelp.asyncParse(globalWords).global, let gateway = try? Gateway(options)
        else {
            return []
        }
        return (try? await names(gateway)) ?? []
    }

    /// The global options of the command line, so that its household and profile are the ones that are completed from.
    private var globalWords: [String] {
        let names = ["--profile", "--household", "--data", "--run", "--config", "--token"]
        var found = ["--timeout", "\(Self.patience)"]
        for (index, word) in words.enumerated() where index + 1 < words.count && names.contains(word) {
            found += [word, Self.plain(words[index + 1])]
        }
        return found
    }

    /// What is typed, without the quotes and backslashes of the shell.
    private static func plain(_ word: String) -> String {
        word.filter { !#""'\"#.contains($0) }
    }

    private func names(_ gateway: Gateway) async throws -> [String] {
        let text = Self.plain(prefix)
        switch subject {
        case .titles, .channels:
            guard !text.isEmpty else { return [] }
            let kinds: [ContentKind]? = subject == .channels ? [.channel] : nil
            let request = Catalog.Search(text: text, kinds: kinds, page: PageRequest(size: Self.most))
            let hits = try await gateway.send(request).hits.map(\.longTitle)
            return hits.filter { $0.lowercased().hasPrefix(text.lowercased()) }.uniqued(by: \.self)
        case .profiles: return try await gateway.send(Profiles.ListProfiles()).profiles.map(\.name)
        case .sources: return try await gateway.send(Catalog.ListSources()).sources.map(\.name)
        case .downloads: return try await gateway.send(Downloads.List()).downloads.map(\.id)
        case .services: return ServiceSettings.knownServices.sorted()
        case .methods:
            let found = try await Reflection(gateway: gateway).fetch().found
            let methods = found.flatMap(\.response.methods).map(\.name)
            return methods.compactMap { $0.split(separator: ".").last.map(String.init) }.uniqued(by: \.self)
        }
    }
}
