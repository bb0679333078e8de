internal import ArgumentParser
internal import Foundation
internal import RPC
internal import ServiceKit

/// `hearth keys curve`
struct CurveKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "curve",
        abstract: "Manage the keys for services on other machines (CURVE).",
        discussion: """
            where the service runs              hearth keys curve make catalog
            where it is called                  hearth keys curve make client
                                                hearth keys curve trust catalog 'KEY OF CATALOG'
            where it runs                       hearth keys curve allow catalog 'KEY OF CLIENT' laptop

            Running services apply each change within seconds. Put keys in single quotes; put -- before a key that starts \
            with a dash.
            """,
        subcommands: [List.self, Make.self, Rotate.self, Allow.self, Trust.self, Remove.self],
        defaultSubcommand: List.self)

    /// A key, as JSON.
    fileprivate struct Entry: Encodable {
        var service: String
        /// `own`, `client` or `server`.
        var kind: String
        var key: String
        var name: String?
        /// From when it is used.
        var begins: Date?
    }

    /// `hearth keys curve list`
    struct List: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List this machine's public keys, and the ones it trusts.")

        @OptionGroup var global: GlobalOptions

        func run(_ gateway: Gateway) async throws {
            let store = gateway.curveStore
            var entries: [Entry] = []
            for name in ServiceSettings.knownServices.sorted() + [CurveStore.client] {
                entries += try store.keys(of: name).enumerated().map { place, key in
                    Entry(name, own: key, isNext: place > 0)
                }
                for (list, kind) in [(CurveStore.List.clients, "client"), (.servers, "server")] {
                    entries += try (store.entries(list, of: name) ?? []).map {
                        Entry(service: name, kind: kind, key: $0.key, name: $0.name)
                    }
                }
            }
            if gateway.output.isJSON { return gateway.output.json(entries) }
            guard !entries.isEmpty else { return gateway.output.line("No keys yet; see `hearth keys curve --help`.") }
            let clock = await gateway.clock()
            var table = Table(.text("SERVICE"), .text("KEY OF"), .text("PUBLIC KEY"), .text("USED FROM"))
            for entry in entries {
                let owner = entry.name ?? (entry.service == CurveStore.client ? "this machine" : "the service")
                table.add(entry.service, owner, entry.key, entry.begins.map(clock.time) ?? "")
            }
            gateway.output.table(table)
            gateway.output.printTimeZone(clock)
        }
    }

    /// `hearth keys curve make`
    struct Make: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "make", abstract: "Create a service's key, or this machine's client key.",
            discussion: "An existing key is shown and kept.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The service, or `client` for this machine.")
        var name: String

        func run(_ gateway: Gateway) async throws {
            let key = try gateway.curveStore.make(try CurveKeysCommand.check(name, orClient: true))
            if gateway.output.isJSON { return gateway.output.json(Entry(name, own: key, isNext: false)) }
            gateway.output.line(key.publicKey)
            gateway.output.note("This public key is for the other side: `\(CurveKeysCommand.use(of: key, name))`.")
        }
    }

    /// `hearth keys curve rotate`
    struct Rotate: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "rotate", abstract: "Rotate a key without downtime.",
            discussion: """
                Creates the next key and shows it. The other side must know both until the time is over, when the next key \
                replaces the current one automatically: new connections need it, existing connections continue.
                """)

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The service, or `client` for this machine.")
        var name: String

        @Option(help: ArgumentHelp("How long the other side has to trust the next key.", valueName: "time"))
        var after = TimeSpan(seconds: 24 * 3_600)

        func run(_ gateway: Gateway) async throws {
            let name = try CurveKeysCommand.check(name, orClient: true)
            let key = try gateway.curveStore.rotate(name, after: .seconds(after.seconds))
            if gateway.output.isJSON { return gateway.output.json(Entry(name, own: key, isNext: true)) }
            gateway.output.line(key.publicKey)
            let begin = key.begins.map { Date(timeIntervalSince1970: Double($0)) } ?? gateway.now
            let clock = await gateway.clock()
            gateway.output.note(
                "It is used from \(clock.time(begin)) on. Until then, on the other side: `\(CurveKeysCommand.use(of: key, name))`."
            )
        }
    }

    /// `hearth keys curve allow`
    struct Allow: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "allow", abstract: "Let a client call a service of this machine.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The service.", completion: .services)
        var service: String

        @Argument(help: "The client's public key.")
        var key: String

        @Argument(help: "The client's name.")
        var name: String

        func run(_ gateway: Gateway) async throws {
            try gateway.curveStore.add(key, name: name, to: .clients, of: try CurveKeysCommand.check(service))
            if gateway.output.isJSON {
                return gateway.output.json(Entry(service: service, kind: "client", key: key, name: name))
            }
            gateway.output.line("\(name) may call \(service).")
        }
    }

    /// `hearth keys curve trust`
    struct Trust: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "trust", abstract: "Trust a public key of a service on another machine; it may have several.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The service.", completion: .services)
        var service: String

        @Argument(help: "The service's public key.")
        var key: String

        @Argument(help: "The key's local name.")
        var name = "server"

        func run(_ gateway: Gateway) async throws {
            try gateway.curveStore.add(key, name: name, to: .servers, of: try CurveKeysCommand.check(service))
            if gateway.output.isJSON {
                return gateway.output.json(Entry(service: service, kind: "server", key: key, name: name))
            }
            gateway.output.line("\(service) may have this key.")
        }
    }

    /// `hearth keys curve remove`
    struct Remove: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove public keys: a connected client is disconnected.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The service.", completion: .services)
        var service: String

        @Argument(help: "The key, or the name of all keys to remove.")
        var keyOrName: String

        func run(_ gateway: Gateway) async throws {
            let removed = try gateway.curveStore.remove(keyOrName, of: try CurveKeysCommand.check(service))
            guard !removed.isEmpty else {
                throw GatewayFailure(
                    "NOT_FOUND", "\(service) knows no \"\(keyOrName)\".", advice: "`hearth keys curve` shows all keys.")
            }
            if gateway.output.isJSON {
                return gateway.output.json(removed.map { ["removed": $0.key, "name": $0.name] })
            }
            for entry in removed { gateway.output.line("\(service) does not know \(entry.name) any more.") }
        }
    }

    /// A service's name, or `client` where that is allowed.
    private static func check(_ name: String, orClient: Bool = false) throws -> String {
        let names = ServiceSettings.knownServices.union(orClient ? [CurveStore.client] : [])
        guard !names.contains(name) else { return name }
        let meant = Spelling.closest(to: name, among: names).map { "; did you mean \"\($0)\"?" } ?? "."
        throw GatewayFailure("NO_SUCH_SERVICE", "There is no service \"\(name)\"\(meant)", status: .usage)
    }

    /// How the other side uses a public key.
    private static func use(of key: CurveStore.OwnKey, _ name: String) -> String {
        name == CurveStore.client
            ? "hearth keys curve allow SERVICE '\(key.publicKey)' NAME"
            : "hearth keys curve trust \(name) '\(key.publicKey)'"
    }
}

extension CurveKeysCommand.Entry {
    fileprivate init(_ name: String, own key: CurveStore.OwnKey, isNext: Bool) {
        self.init(service: name, kind: "own", key: key.publicKey)
        begins = isNext ? key.begins.map { Date(timeIntervalSince1970: Double($0)) } : nil
    }
}

extension Gateway {
    /// The keys for other machines.
    fileprivate var curveStore: CurveStore { CurveStore(dataDirectory: settings.data.value, runtime: runtime) }
}
