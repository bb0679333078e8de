internal import ArgumentParser

/// What shells complete with the household's data. Each waits for a moment only, and completes with nothing where a service
/// is down: a shell that hangs or prints an error after TAB is worse than one without completion.
extension CompletionKind {
    /// Names of titles.
    static let titles = names(of: .titles)
    /// Names of channels.
    static let channels = names(of: .channels)
    /// Names of profiles.
    static let profiles = names(of: .profiles)
    /// Names of sources.
    static let sources = names(of: .sources)
    /// Ids of downloads.
    static let downloads = names(of: .downloads)
    /// The services.
    static let services = names(of: .services)
    /// The methods of all running services.
    static let methods = names(of: .methods)

    private static func names(of subject: CompletionNames.Subject) -> CompletionKind {
        .custom { (words: [String], _: Int, prefix: String) async -> [String] in
            await CompletionNames(subject: subject, words: words, prefix: prefix).fetch()
        }
    }
}
