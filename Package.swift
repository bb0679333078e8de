// swift-tools-version:6.2
import PackageDescription

let features = [
    "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault",
    "InferIsolatedConformances",
]
let strict: [SwiftSetting] =
    [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)] + features.map { .enableUpcomingFeature($0) }

func product(_ name: String, _ package: String) -> Target.Dependency { .product(name: name, package: package) }
func target(_ name: String) -> Target.Dependency { .init(stringLiteral: name) }
let (basics, rpc) = (product("Basics", "HearthRPC"), product("HearthRPC", "HearthRPC"))
let arguments = product("ArgumentParser", "swift-argument-parser")
let heap = product("HeapModule", "swift-collections")
let (flyingFox, flyingSocks) = (product("FlyingFox", "FlyingFox"), product("FlyingSocks", "FlyingFox"))
let (grdb, sqlite) = (product("GRDB", "GRDB.swift"), product("GRDBSQLite", "GRDB.swift"))
let yams = product("Yams", "Yams")
let subprocess = product("Subprocess", "swift-subprocess")
let lifecycle = product("ServiceLifecycle", "swift-service-lifecycle")
let signals = product("UnixSignals", "swift-service-lifecycle")
let (logging, inMemoryLogging) = (product("Logging", "swift-log"), product("InMemoryLogging", "swift-log"))
let system = product("SystemPackage", "swift-system")
let (metrics, tracing) = (product("Metrics", "swift-metrics"), product("Tracing", "swift-distributed-tracing"))

/// What a service and everything above it stands on.
let kit: [Target.Dependency] = [rpc, "HearthModel", "TextFolding", "Access", "ServiceKit"]

/// The contract, server, executable and tests of one service, which sees only the contracts of those that it `calls`.
func service(
    _ name: String, _ executable: String, calls: [String] = [], needs: [Target.Dependency] = [],
    testData: [String] = []
) -> [Target] {
    let folder = "Sources/Services/\(name)"
    let (contract, server) = (target("\(name)API"), target("\(name)Service"))
    let rest = calls.map { target("\($0)API") } + needs + kit + [logging, lifecycle, grdb]
    return [
        .target(name: "\(name)API", dependencies: ["HearthModel", rpc], path: "\(folder)/API"),
        .target(name: "\(name)Service", dependencies: [contract] + rest, path: "\(folder)/Server"),
        .executableTarget(name: executable, dependencies: [server, "ServiceKit", arguments], path: "\(folder)/Main"),
        .testTarget(
            name: "\(name)Tests",
            dependencies: [contract, server, "ChaosHistory", "TestSupport"] + rest,
            exclude: testData),
    ]
}
let services: [[Target]] = [
    service(
        "Catalog", "catalog", calls: ["MetadataGateway", "PlaybackState", "Profiles"],
        needs: ["CatalogFormats", "CatalogRecognition", "HTTPFetch", sqlite], testData: ["Labels"]),
    service("Profiles", "profiles", calls: ["Catalog", "MetadataGateway"], needs: ["Cryptography", "HTTPFetch"]),
    service("PlaybackState", "playback-state", calls: ["Catalog", "Downloads", "Profiles"]),
    service("ReadingList", "reading-list", calls: ["Profiles"], needs: ["CZlib"]),
    service("Scheduler", "scheduler", calls: ["Catalog", "MetadataGateway", "PlaybackState", "Profiles"]),
    service("MetadataGateway", "metadata-gateway", calls: ["Profiles"], needs: ["HTTPFetch"]),
    service(
        "Downloads", "downloads", calls: ["Catalog", "PlaybackState", "Profiles"],
        needs: ["CZlib", "Cryptography", "HTTPFetch"]),
]
let serviceContracts = services.map { target($0[0].name) }
/// Those of the services, and that of `web`.
let contracts = serviceContracts + ["WebAPI"]

let libraries: [Target] = [
    .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(name: "CShardVFS", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "CVersionStamp"),
    .target(name: "Cryptography", dependencies: ["COpenSSL"]),
    .target(name: "QRCode", dependencies: ["CQREncode", "CZlib"]),
    .target(name: "HTTPFetch", dependencies: ["CCurl", rpc, heap]),
    // Spans to an OpenTelemetry collector.
    .target(name: "TraceExport", dependencies: [rpc, "HTTPFetch", tracing]),
    .target(name: "TextFolding", dependencies: [basics]),
    .target(name: "HearthModel", dependencies: [rpc, "TextFolding"]),
    .target(name: "Access", dependencies: [basics, rpc, "HearthModel", "Cryptography"]),
    // Below the catalog's server: no database and no calls.
    .target(
        name: "CatalogFormats", dependencies: [basics, "CXML2", "CZlib", "TextFolding"],
        path: "Sources/Services/Catalog/Formats"),
    .target(
        name: "CatalogRecognition", dependencies: ["CatalogFormats", "HearthModel", "TextFolding"],
        path: "Sources/Services/Catalog/Recognition"),
    .target(
        name: "ServiceKit",
        dependencies: [
            rpc, "HearthModel", "TextFolding", "Access", "Cryptography", "CShardVFS", "CVersionStamp", "TraceExport",
            grdb, logging, lifecycle, signals, arguments, yams, metrics, tracing,
        ]),
    // The format of backups alone: files, checksums, encryption; no shards and no calls.
    .target(name: "BackupFormat", dependencies: ["Cryptography"]),
    .target(name: "Cluster", dependencies: [rpc, "ServiceKit", subprocess, system, logging]),
    .target(name: "ChaosHistory"),
    .target(
        name: "Chaos",
        dependencies: kit + contracts
            + ["ChaosHistory", "Cluster", logging, subprocess, system, yams, flyingFox, flyingSocks],
        resources: [.embedInCode("Plans")]),
    .target(
        name: "WebAPI", dependencies: ["HearthModel", rpc] + serviceContracts, path: "Sources/Services/Web/API"),
    // What a person sees at once, put together from several services: for `hearth` and `web`.
    .target(name: "Screens", dependencies: kit + contracts),
    .target(
        name: "GatewayCommands",
        dependencies: kit + contracts + [
            "BackupFormat", "CZlib", "Chaos", "Cluster", "ContractSamples", "Cryptography", "QRCode", "Screens",
            "TraceExport",
            arguments, logging, signals, flyingFox, flyingSocks,
        ],
        path: "Sources/Gateway/Commands"),
    .executableTarget(name: "hearth", dependencies: ["GatewayCommands", arguments], path: "Sources/Gateway/Main"),
    .target(
        name: "SchemaTool", dependencies: [rpc, "HearthModel", "ContractSamples"] + contracts,
        path: "Sources/HearthSchema/Tool"),
    .target(name: "ContractSamples", dependencies: [rpc], path: "Sources/HearthSchema/Samples"),
    .executableTarget(name: "hearth-schema", dependencies: ["SchemaTool"], path: "Sources/HearthSchema/Main"),
    // HTTP/1.1 on FlyingSocks' sockets, within limits.
    .target(name: "HTTPServer", dependencies: [rpc, flyingSocks]),
    .target(name: "WebPage", path: "Sources/WebDoor", exclude: ["Main"], resources: [.copy("Page")]),
    .target(
        name: "WebService",
        dependencies: kit + contracts
            + [
                "CZlib", "Cryptography", "HTTPFetch", "HTTPServer", "QRCode", "Screens", "WebPage", basics, logging,
                lifecycle,
            ],
        path: "Sources/Services/Web/Server"),
    .executableTarget(
        name: "web", dependencies: ["WebService", "ServiceKit", arguments], path: "Sources/WebDoor/Main"),
    .target(
        name: "TestSupport",
        dependencies: kit + [
            "CatalogAPI", "ContractSamples", "PlaybackStateAPI", flyingSocks, lifecycle, logging, inMemoryLogging,
        ],
        path: "Tests/Support"),
]
let common: [Target.Dependency] = kit + ["TestSupport", logging]
let servers = services.map { target($0[1].name) }
let simulated: [Target.Dependency] =
    common + contracts + servers + ["ChaosHistory", "Cryptography", "HTTPFetch", grdb, lifecycle]
let tests: [Target] = [
    .target(name: "HouseholdSimulation", dependencies: simulated, path: "Tests/HouseholdSimulation"),
    .executableTarget(
        name: "hearth-simulate", dependencies: ["HouseholdSimulation", "ChaosHistory", rpc, arguments],
        path: "Tests/HearthSimulate"),
    .testTarget(name: "ChaosHistoryTests", dependencies: ["ChaosHistory"]),
    .testTarget(name: "ChaosTests", dependencies: common + contracts + ["Chaos", "ChaosHistory", "Cluster"]),
    .testTarget(
        name: "HTTPFetchTests", dependencies: ["HTTPFetch", rpc, "TestSupport"],
        exclude: ["Support/tls-relay.py", "refused-addresses.txt"]),
    .testTarget(
        name: "TraceExportTests", dependencies: [rpc, "ServiceKit", "TestSupport", "TraceExport", tracing]),
    .testTarget(name: "HearthModelTests", dependencies: [rpc, "HearthModel"]),
    .testTarget(name: "QRCodeTests", dependencies: ["QRCode", "CZlib"]),
    .testTarget(name: "TextFoldingTests", dependencies: ["TextFolding"]),
    .testTarget(name: "AccessTests", dependencies: common + ["Cryptography"]),
    .testTarget(name: "CryptographyTests", dependencies: ["Cryptography", "TestSupport"], exclude: ["vectors"]),
    .testTarget(name: "BackupFormatTests", dependencies: [rpc, "BackupFormat", "TestSupport"]),
    .testTarget(
        name: "ServiceKitTests",
        dependencies: common + ["Cryptography", "CShardVFS", "TraceExport", grdb, lifecycle, arguments]),
    .testTarget(name: "ClusterTests", dependencies: common + ["Cluster"]),
    .testTarget(
        name: "GatewayTests",
        dependencies: common + contracts
            + ["BackupFormat", "Cluster", "GatewayCommands", "HTTPFetch", "TraceExport", arguments, grdb]),
    .testTarget(
        name: "IntegrationTests",
        dependencies: common + contracts + [
            "BackupFormat", "Chaos", "ChaosHistory", "Cluster", "GatewayCommands", "SchemaTool", arguments, grdb,
            subprocess,
            system, yams,
        ]),
    .testTarget(name: "SimulationTests", dependencies: ["HouseholdSimulation"] + simulated),
    .testTarget(name: "ContractTests", dependencies: common + servers + ["ContractSamples", "SchemaTool", lifecycle]),
    .testTarget(
        name: "PythonClientTests",
        dependencies: [rpc, "SchemaTool", "TestSupport"] + contracts),
    .testTarget(name: "TidyTests"),
    .testTarget(name: "HTTPServerTests", dependencies: ["HTTPServer", "TestSupport", rpc]),
    .testTarget(
        name: "WebTests",
        dependencies: common + contracts + [
            "CatalogService", "HTTPServer", "ProfilesService", "WebPage", "WebService", lifecycle,
        ]),
    // The fuzzers' targets are built with the tests, too, and run on some inputs: so they go with what they look at.
    .testTarget(
        name: "FuzzTests",
        dependencies: [
            rpc, product("FuzzKit", "HearthRPC"), "HearthModel", "TextFolding", "CatalogAPI", "CatalogFormats",
            "CatalogRecognition", "CatalogService", "TestSupport",
        ],
        path: "Fuzz", exclude: ["Package.swift", "README.md", "seeds.py", "Sources/CLibFuzzer", "Sources/Fuzz"],
        sources: ["Sources/FuzzTargets", "Tests"]),
]
let targets = libraries + services.flatMap(\.self) + tests
for target in targets where target.type != .system { target.swiftSettings = strict }
// What reads lists and recognizes what they name is optimised in debug builds, too: tests that read real lists of many thousands of
// entries take an eighth of the processor's time. As whole modules, since the optimiser takes 102 s of the processor for the files one
// by one, and 61 s so; a build with an index store needs more than one thread. For a debugger: HEARTH_DEBUG_CATALOG=1.
if Context.environment["HEARTH_DEBUG_CATALOG"] == nil {
    let wholeModule = ["-O", "-whole-module-optimization", "-num-threads", "2"]
    for target in targets where ["CatalogFormats", "CatalogRecognition"].contains(target.name) {
        target.swiftSettings?.append(.unsafeFlags(wholeModule, .when(configuration: .debug)))
    }
}

/// A package on GitHub, by owner and name.
func github(_ path: String, _ version: Version) -> Package.Dependency {
    .package(url: "https://github.com/\(path)", from: version)
}

let package = Package(
    name: "Hearth",
    products: [
        // For Fuzz alone.
        .library(
            name: "HearthCatalog",
            targets: [
                "CatalogAPI", "CatalogFormats", "CatalogRecognition", "CatalogService", "HearthModel", "TextFolding",
            ]),
        // For Benchmarks alone.
        .library(
            name: "HearthServices",
            targets: [
                "Access", "CatalogAPI", "CatalogFormats", "CatalogRecognition", "CatalogService", "HearthModel",
                "PlaybackStateAPI", "PlaybackStateService", "ProfilesAPI", "ServiceKit", "TextFolding",
            ]),
    ],
    dependencies: [
        .package(path: "Packages/HearthRPC"), github("apple/swift-argument-parser", "1.8.2"),
        github("apple/swift-collections", "1.6.0"),
        github("apple/swift-distributed-tracing", "1.7.3"), github("apple/swift-log", "1.16.2"),
        github("apple/swift-metrics", "2.13.0"), github("apple/swift-system", "1.8.1"),
        github("groue/GRDB.swift", "7.10.0"),
        github("jpsim/Yams", "6.2.2"), github("swift-server/swift-service-lifecycle", "2.13.0"),
        github("swhitty/FlyingFox", "0.27.1"), github("swiftlang/swift-subprocess", "1.0.2"),
    ],
    targets: targets
)
