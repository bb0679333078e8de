internal import CatalogAPI
internal import CatalogRecognition
internal import Foundation
internal import GRDB
internal import RPC

/// The streams that a viewer receives: kids profiles none whose address, headers or options contain a provider's
/// account, since that account opens everything that the provider sells. The downloads service, which fetches for them,
/// receives all.
///
/// It is applied in the one place that makes a ``CatalogAPI/ResolvedStream``.
struct StreamPolicy {
    /// Nil where nothing is withheld.
    private let secrets: CredentialDetector?

    /// The policy of a viewer. Reads the sources' accounts when they matter.
    init(_ scope: ReadScope, _ db: Database) throws {
        secrets = scope.hidesCredentials ? CredentialDetector(accounts: try Self.accounts(db)) : nil
    }

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
