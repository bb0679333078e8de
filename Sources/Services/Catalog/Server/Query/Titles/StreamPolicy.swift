internal import CatalogAPI
internal import CatalogRecognition
internal import Foundation
internal import GRDB
internal import HearthModel
internal import RPC

/// The streams that a viewer receives: kids profiles none whose address, headers or options contain a provider's
/// account, since that account opens everything that the provider sells. The downloads service, which fetches for them,
/// receives all. Nor do callers whose plan lacks the feature `qualityAbove1080p` receive links with more lines.
///
/// It is applied in the one place that makes a ``CatalogAPI/ResolvedStream``.
struct StreamPolicy {
    /// Nil where nothing is withheld.
    private let secrets: CredentialDetector?
    /// The most lines of a picture that the household's plan plays; nil for any.
    private let maximumLines: Int?

    /// The policy of a viewer. Reads the sources' accounts when they matter.
    init(_ scope: ReadScope, maximumLines: Int? = nil, _ db: Database) throws {
        self.maximumLines = maximumLines
        secrets = scope.hidesCredentials ? CredentialDetector(accounts: try Self.accounts(db)) : nil
    }

    /// Whether the plan has a link's quality. Links of which the list does not say it pass.
    func includes(_ link: VariantReader.Link) -> Bool {
        guard let maximumLines, let lines = link.lines else { return true }
        return lines <= maximumLines
    }

    /// The error for a link whose quality the plan does not have.
    static var abovePlan: RPCError { .featureRequired(.qualityAbove1080p, for: "This link") }

    /// Whether a link may be returned, at its own address or another that was made from it.
    func allows(_ link: VariantReader.Link, at address: String? = nil) -> Bool {
        guard let secrets else { return true }
        return !secrets.areIn(address: address ?? link.address, headers: link.headers, options: link.options)
    }

    /// The error for a withheld stream.
    static var withheld: RPCError {
        RPCError(
            .failedPrecondition,
            "This stream's address holds the provider's account, which kids profiles are not given. An adult's profile can play it; films and episodes can also be downloaded.",
            details: [RPCErrorDetail(CatalogProblem(.accountInAddress))])
    }

    /// The accounts of all sources: from the feeds, and from their addresses.
    private static func accounts(_ db: Database) throws -> [CredentialDetector.Account] {
        try FeedTable.all(db).compactMap { feed in
            let parts = URLComponents(string: feed.address)
            func item(_ names: Set<String>) -> String? {
                parts?.queryItems?.first { names.contains($0.name.lowercased()) }?.value
            }
            let account = CredentialDetector.Account(
                username: feed.username ?? item(["username", "user"]) ?? parts?.user ?? "",
                password: feed.password ?? item(["password", "pass", "token"]) ?? parts?.password ?? "")
            return account.username.isEmpty && account.password.isEmpty ? nil : account
        }
    }
}
