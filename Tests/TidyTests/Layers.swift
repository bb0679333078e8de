/// Which module may import which, from the bottom up. A new module needs a row here.
///
/// The compiler refuses a module outside a target's dependencies only when it is not reachable through another one, so the
/// layers are checked on the import lines themselves.
enum Layers {
    /// The modules of this package that a module may import besides the C modules in `cModules`.
    static let libraries: [String: Set<String>] = [
        "CBOR": ["Basics"],
        "RPC": ["Basics", "CBOR"],
        "Basics": [],
        "ZeroMQ": ["Basics"],
        "Cryptography": [],
        "QRCode": [],
        "RPCInProcess": ["Basics", "RPC", "CBOR"],
        "RPCDiagnostics": ["RPC", "CBOR"],
        "RPCMetrics": ["RPC", "RPCDiagnostics"],
        "RPCZeroMQ": ["RPC", "CBOR", "ZeroMQ"],
        "RPCTesting": ["RPC", "RPCInProcess", "RPCZeroMQ"],
        "HTTPFetch": ["Basics", "RPC"],
        "TraceExport": ["HTTPFetch", "RPC", "RPCDiagnostics"],
        "TextFolding": ["Basics"],
        "HearthModel": ["RPC", "CBOR", "Basics", "TextFolding"],
        "Access": ["RPC", "Basics", "HearthModel", "Cryptography"],
        "CatalogFormats": ["Basics", "TextFolding"],
        "CatalogRecognition": ["CatalogFormats", "HearthModel", "TextFolding"],
        "ServiceKit": [
            "Basics", "RPC", "CBOR", "RPCDiagnostics", "RPCInProcess", "RPCMetrics", "RPCZeroMQ", "ZeroMQ",
            "HearthModel",
            "TextFolding", "Access", "Cryptography", "TraceExport",
        ],
        "BackupFormat": ["Cryptography"],
        "Cluster": [
            "Basics", "ServiceKit", "RPC", "CBOR", "RPCDiagnostics", "RPCZeroMQ", "HearthModel", "TextFolding",
            "Access",
        ],
        "ChaosHistory": [],
        "Chaos": [
            "ChaosHistory", "Cluster", "ServiceKit", "RPC", "CBOR", "RPCZeroMQ", "HearthModel", "TextFolding", "Access",
        ],
        "ContractSamples": ["CBOR"],
        "SchemaTool": ["RPC", "CBOR", "RPCDiagnostics", "HearthModel", "ContractSamples"],
        "HTTPServer": ["RPC"],
        "WebPage": [],
        "Screens": ["RPC", "HearthModel", "ServiceKit"],
    ]

    /// What stands above the contracts and so may import every contract.
    static let seeContracts: Set<String> = ["Cluster", "Chaos", "SchemaTool", "GatewayCommands", "Screens"]

    /// The modules that wrap each C module: pointers stay in there.
    static let cModules: [String: Set<String>] = [
        "CZeroMQ": ["ZeroMQ"],
        "CCurl": ["HTTPFetch"],
        "COpenSSL": ["Cryptography"],
        "CShardVFS": ["ServiceKit"],
        "CVersionStamp": ["ServiceKit"],
        "CXML2": ["CatalogFormats"],
        // The tests pack what the service unpacks.
        "CZlib": [
            "CatalogFormats", "DownloadsService", "DownloadsTests", "GatewayCommands", "QRCode", "QRCodeTests",
            "ReadingListService", "WebService",
        ],
        "CQREncode": ["QRCode"],
    ]

    /// Modules from outside that only some of ours may import. An empty set: none, not even tests.
    static let outside: [String: @Sendable (Module) -> Bool] = [
        "FoundationNetworking": { _ in false },
        "XCTest": { _ in false },
        // Calls of SQLite itself stand in one type.
        "GRDBSQLite": { $0.name == "CatalogService" },
        "GRDB": { $0.name == "ServiceKit" || $0.kind == .server || $0.kind == .tests },
        "ArgumentParser": {
            $0.kind == .main || $0.kind == .tests || ["ServiceKit", "GatewayCommands"].contains($0.name)
        },
        "Foundation": { !["CBOR", "RPC", "RPCDiagnostics", "RPCInProcess"].contains($0.name) },
    ]

    /// A module, as its folder tells it.
    struct Module: Equatable, Sendable {
        enum Kind: Sendable { case library, contract, server, main, tests }
        var name: String
        var kind: Kind
        /// The service that a contract, server or main belongs to.
        var service = ""
    }

    /// The module that a file belongs to; nil when its folder is not known here.
    static func module(of file: SourceFile) -> Module? {
        let parts = file.components.map(String.init)
        guard parts.count > 2 else { return nil }
        switch (parts[0], parts[1], parts[2]) {
        case ("Tests", let folder, _):
            return Module(name: folder, kind: .tests)
        case ("Sources", "Services", let service) where parts.count > 4:
            switch parts[3] {
            case "API": return Module(name: "\(service)API", kind: .contract, service: service)
            case "Server": return Module(name: "\(service)Service", kind: .server, service: service)
            // The catalog's formats and recognition are libraries below its server.
            case "Formats", "Recognition": return Module(name: "\(service)\(parts[3])", kind: .library)
            case "Main": return Module(name: service, kind: .main, service: service)
            default: return nil
            }
        case ("Sources", "Gateway", "Commands"):
            return Module(name: "GatewayCommands", kind: .library)
        case ("Sources", "Gateway", "Main"):
            return Module(name: "hearth", kind: .main)
        case ("Sources", "WebDoor", "Main"):
            return Module(name: "web", kind: .main, service: "Web")
        case ("Sources", "WebDoor", _):
            return Module(name: "WebPage", kind: .library)
        case ("Sources", "HearthSchema", "Tool"):
            return Module(name: "SchemaTool", kind: .library)
        case ("Sources", "HearthSchema", "Samples"):
            return Module(name: "ContractSamples", kind: .library)
        case ("Sources", "HearthSchema", "Main"):
            return Module(name: "hearth-schema", kind: .main)
        case ("Sources", let folder, _):
            if folder.hasPrefix("hearth-") { return Module(name: folder, kind: .main) }
            return libraries[folder] == nil ? nil : Module(name: folder, kind: .library)
        default:
            return nil
        }
    }

    /// True when a module may import another of this package.
    static func allows(_ importer: Module, toImport name: String) -> Bool {
        if let wrappers = cModules[name] { return wrappers.contains(importer.name) }
        let isContract = name.hasSuffix("API")
        switch importer.kind {
        case .tests:
            return true
        case .contract:
            // Screens are made of what the services return.
            return name == "RPC" || name == "HearthModel" || importer.service == "Web" && isContract
        case .server:
            let kit: Set = [
                "Basics", "ServiceKit", "RPC", "CBOR", "HearthModel", "TextFolding", "Access", "Cryptography",
                "HTTPFetch",
            ]
            return isContract || kit.contains(name)
                || importer.service == "Catalog" && ["CatalogFormats", "CatalogRecognition"].contains(name)
                || importer.service == "Web" && webModules.contains(name)
        case .main:
            if importer.name == "hearth" { return ["GatewayCommands", "ServiceKit"].contains(name) }
            if importer.service.isEmpty {
                return isContract || ["SchemaTool", "RPC", "CBOR", "HearthModel"].contains(name)
            }
            return name == "ServiceKit" || name == "\(importer.service)Service"
        case .library:
            if importer.name == "GatewayCommands" { return isContract || gateway.contains(name) }
            let below = libraries[importer.name] ?? []
            return below.contains(name) || isContract && seeContracts.contains(importer.name)
        }
    }

    private static let webModules: Set = ["HTTPServer", "QRCode", "RPCDiagnostics", "Screens", "WebPage"]

    private static let gateway: Set = [
        "BackupFormat", "Cluster", "Chaos", "ServiceKit", "RPC", "CBOR", "RPCDiagnostics", "RPCZeroMQ", "HearthModel",
        "TextFolding", "Access", "Basics", "TraceExport", "ContractSamples", "QRCode", "Cryptography", "Screens",
    ]

    /// True for a name that is a module of this package: contracts and servers are known by their ending.
    static func isOurs(_ name: String) -> Bool {
        libraries[name] != nil || cModules[name] != nil || name == "GatewayCommands" || name.hasSuffix("API")
            || name.hasSuffix("Service")
    }
}
