internal import Access
internal import ArgumentParser
internal import Foundation
internal import RPC
internal import ServiceKit

/// `hearth keys`
struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Manage the keys that sign tokens, and those for other machines.",
        discussion: "Keys are files in the data directory; write access to it allows signing in as any profile.",
        subcommands: [List.self, Make.self, Rotate.self, Remove.self, CurveKeysCommand.self],
        defaultSubcommand: List.self)

    private struct Entry: Encodable {
        var id: String
        var signsFor: String
        var households: [String]?
        var retires: Date?

        init(_ key: PublicKey) {
            id = key.id
            signsFor = KeysCommand.owner(of: key)
            households = key.households?.sorted()
            retires = key.retires.map { Date(timeIntervalSince1970: Double($0)) }
        }
    }

    /// `hearth keys list`
    struct List: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the valid public keys.")

        @OptionGroup var global: GlobalOptions

        func run(_ gateway: Gateway) async throws {
            let keys = try KeysCommand.store(gateway).publicKeys()
            if gateway.output.isJSON { return gateway.output.json(keys.map(Entry.init)) }
            guard !keys.isEmpty else {
                return gateway.output.line("No keys yet: the first `hearth up` makes them.")
            }
            let clock = await gateway.clock()
            var table = Table(.text("ID"), .text("SIGNS FOR"), .text("HOUSEHOLDS"), .text("ENDS"))
            for key in keys {
                let end = key.retires.map { clock.time(Date(timeIntervalSince1970: Double($0))) }
                table.add(
                    key.id, KeysCommand.owner(of: key), key.households?.sorted().joined(separator: ", ") ?? "all",
                    end ?? "")
            }
            gateway.output.table(table)
            gateway.output.printTimeZone(clock)
        }
    }

    /// `hearth keys make`
    struct Make: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "make", abstract: "Create a service's own signing key.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The service.", completion: .services)
        var service: String

        func run(_ gateway: Gateway) async throws {
            try gateway.checkService(service)
            let key = try KeysCommand.store(gateway).serviceKey(service).publicKey
            if gateway.output.isJSON {
                gateway.output.json(Entry(key))
            } else {
                gateway.output.line("\(service) signs with \(key.id).")
            }
        }
    }

    /// `hearth keys rotate`
    struct Rotate: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "rotate", abstract: "Rotate the key that signs profiles' tokens.",
            discussion: """
                Tokens of the old key stay valid until they expire. profiles signs with the new key within two minutes, and \
                by itself replaces a key that is older than its setting key-rotation-days.
                """
        )

        @OptionGroup var global: GlobalOptions

        func run(_ gateway: Gateway) async throws {
            let key = try KeysCommand.store(gateway).rotatePeopleKey().publicKey
            if gateway.output.isJSON { return gateway.output.json(Entry(key)) }
            gateway.output.line("People's tokens are signed with \(key.id) within two minutes.")
        }
    }

    /// `hearth keys remove`
    struct Remove: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Revoke public keys: their tokens are rejected within a minute.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var confirmation: ConfirmationOptions

        // One in 64 thumbprints starts with a dash, and is no flag.
        @Argument(parsing: .allUnrecognized, help: "The keys' ids.")
        var ids: [String]

        func run(_ gateway: Gateway) async throws {
            let store = KeysCommand.store(gateway)
            let known = Set(try store.publicKeys().map(\.id))
            if let unknown = ids.first(where: { !known.contains($0) }) {
                throw GatewayFailure(
                    "NOT_FOUND", "There is no key \"\(unknown)\".", advice: "`hearth keys list` shows them all.")
            }
            try await confirmation.require(
                "\(AmountFormatter.count(ids.count, "key")) will be revoked: tokens signed with it are refused for good.",
                gateway)
            for id in ids {
                try store.removePublicKey(id)
                if gateway.output.isJSON {
                    gateway.output.json(["removed": id])
                } else {
                    gateway.output.line("\(id) does not count any more.")
                }
            }
        }
    }

    private static func store(_ gateway: Gateway) -> KeyStore {
        KeyStore(directory: "\(gateway.settings.data.value)/keys", runtime: gateway.runtime)
    }

    private static func owner(of key: PublicKey) -> String {
        switch key.authority {
        case .people: "people"
        case .service(let name): "the service \(name)"
        }
    }
}
