internal import CatalogAPI
internal import Foundation
internal import GRDB
internal import RPC

/// Which streams a viewer is handed: kids profiles none whose address, headers or options hold a provider's account, since
/// that account opens everything that the provider sells. The service of downloads, which fetches for them, is
/// handed all.
///
/// It is asked in the one place that makes a ``CatalogAPI/ResolvedStream``.
struct StreamPolicy {
    /// Nil where everything is handed out.
    private let secrets: CredentialDetector?

    /// The rule for a viewer. Reads the accounts of the sources when they matter.
    init(_ lens: ReadScope, _ db: Database) throws {
        secrets = lens.hidesCredentials ? CredentialDetector(accounts: try Self.accounts(db)) : nil
    }

    /// Whether a link may be handed out, at its own address or another that was made from it.
    func allows(_ link: VariantReader.Link, at address: String? = nil) -> Bool {
        guard let secrets else { return true }
        return !secrets.areIn(address: address ?? link.address, headers: link.headers, options: link.options)
    }

    /// What is told of a stream that is not handed out.
    static var withheld: RPCError {
        RPCError(
            .failedPrecondition,
            "This stream's address holds the provider's account, which kids profiles are not given. An adult's profile can play it; films and episodes can also be downloaded.",
            details: [RPCErrorDetail(CatalogProblem(.accountInAddress))])
    }

    /// The accounts of all sources: as they were given, and as their addresses have them.
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
