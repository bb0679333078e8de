internal import HTTPFetch

/// The fetched body of a source, or the error.
final class FetchedSource: Sendable {
    /// A fetched body.
    enum Body: Sendable {
        /// The source matches the feed's validators.
        case notModified
        /// A file, its validators, and its address after redirects.
        case file(String, FetchValidators, FetchURL)
        /// A panel's responses.
        case panel(XtreamResponses)
    }

    /// The feed when it was fetched; nil when it was not found.
    let feed: Feed?
    /// The fetcher, which owns the files.
    let fetching: JobFetcher?
    /// The body or the error.
    let body: Result<Body, any Error>

    init(_ feed: Feed?, _ fetching: JobFetcher?, _ body: Result<Body, any Error>) {
        (self.feed, self.fetching, self.body) = (feed, fetching, body)
    }

    /// Whether it was fetched for the feed as it is now.
    func isOf(_ now: Feed) -> Bool {
        guard let feed else { return true }
        guard now.isSame(as: feed) else { return false }
        // Another import may have completed meanwhile: then "not modified" does not hold for it.
        if case .success(.notModified) = body { return now.validators == feed.validators }
        return true
    }
}
