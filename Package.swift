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
let arguments = product("ArgumentParser", "swift-argument-parser")
let configuration = product("Configuration", "swift-configuration")
let (crypto, cryptoExtras) = (product("Crypto", "swift-crypto"), product("CryptoExtras", "swift-crypto"))
let (deque, heap) = (product("DequeModule", "swift-collections"), product("HeapModule", "swift-collections"))
let (flyingFox, flyingSocks) = (product("FlyingFox", "FlyingFox"), product("FlyingSocks", "FlyingFox"))
let (grdb, sqlite) = (product("GRDB", "GRDB.swift"), product("GRDBSQLite", "GRDB.swift"))
let (jwt, yams) = (product("JWTKit", "jwt-kit"), product("Yams", "Yams"))
let (histogram, subprocess) = (product("Histogram", "hdrhistogram-swift"), product("Subprocess", "swift-subprocess"))
let lifecycle = product("ServiceLifecycle", "swift-service-lifecycle")
let signals = product("UnixSignals", "swift-service-lifecycle")
let (logging, inMemoryLogging) = (product("Logging", "swift-log"), product("InMemoryLogging", "swift-log"))
let system = product("SystemPackage", "swift-system")
let (metrics, tracing) = (product("Metrics", "swift-metrics"), product("Tracing", "swift-distributed-tracing"))
let memoryTracing = product("InMemoryTracing", "swift-distributed-tracing")

/// What a service and everything above it stands on.
let kit: [Target.Dependency] = ["CBOR", "RPC", "RPCZeroMQ", "Household", "Access", "ServiceKit"]

/// The contract, server, executable and tests of one service, which sees only the contracts of those that it `calls`.
/// Its server is what lies in `folders`.
func service(
    _ name: String, _ executable: String, calls: [String] = [], needs: [Target.Dependency] = [],
    folders: [String] = ["Server"], testData: [String] = []
) -> [Target] {
    let folder = "Sources/Services/\(name)"
    let (contract, server) = (target("\(name)API"), target("\(name)Service"))
    let rest = calls.map { target("\($0)API") } + needs + kit + [logging, lifecycle, grdb]
    return [
        .target(name: "\(name)API", dependencies: ["Household", "RPC"], path: "\(folder)/API"),
        .target(
            name: "\(name)Service", dependencies: [contract] + rest, path: folder, exclude: ["API", "Main"],
            sources: folders),
        .executableTarget(name: executable, dependencies: [server, "ServiceKit", arguments], path: "\(folder)/Main"),
        .testTarget(
            name: "\(name)Tests",
            dependencies: [contract, server, "ChaosHistory", "RPCInProcess", "TestSupport"] + rest,
            exclude: testData),
    ]
}
let services: [[Target]] = [
    service(
        "Catalog", "catalog", calls: ["MetadataGateway", "Profiles"], needs: ["CXML2", "CZlib", "HTTPFetch", sqlite],
        folders: ["Formats", "Recognition", "Server"], testData: ["Labels"]),
    service("Profiles", "profiles", calls: ["Catalog", "MetadataGateway"], needs: [crypto, cryptoExtras]),
    service("PlaybackState", "playback-state", calls: ["Catalog", "Downloads", "Profiles"]),
    service("ReadingList", "reading-list", calls: ["Profiles"], needs: ["CZlib"]),
    service("Scheduler", "scheduler", calls: ["Catalog", "MetadataGateway", "PlaybackState", "Profiles"]),
    service("MetadataGateway", "metadata-gateway", calls: ["Profiles"], needs: ["HTTPFetch"]),
    service(
        "Downloads", "downloads", calls: ["Catalog", "Profiles"], needs: ["CZlib", "HTTPFetch", crypto, cryptoExtras]),
]
let contracts = services.map { target($0[0].name) }

let libraries: [Target] = [
    .systemLibrary(name: "CZeroMQ", providers: [.apt(["libzmq3-dev"])]),
    .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .target(name: "CShardVFS", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "ZeroMQ", dependencies: ["CZeroMQ"]),
    .target(name: "CBOR"),
    .target(name: "RPC", dependencies: ["CBOR", deque, heap, histogram, tracing]),
    .target(name: "RPCMetrics", dependencies: ["RPC", metrics]),
    .target(name: "RPCInProcess", dependencies: ["RPC"]),
    .target(name: "RPCZeroMQ", dependencies: ["RPC", "ZeroMQ", deque]),
    .target(name: "RPCTesting", dependencies: ["RPC", "RPCInProcess", "RPCZeroMQ"]),
    .target(name: "HTTPFetch", dependencies: ["CCurl", "RPC", heap]),
    .target(name: "Household", dependencies: ["RPC"]),
    .target(name: "Access", dependencies: ["RPC", "Household", jwt, crypto]),
    .target(
        name: "ServiceKit",
        dependencies: [
            "CBOR", "RPC", "RPCMetrics", "RPCZeroMQ", "ZeroMQ", "Household", "Access", "CShardVFS", grdb, logging,
            lifecycle,
            signals,
            arguments, configuration, yams, metrics, tracing,
        ]),
    .target(name: "Cluster", dependencies: ["RPC", "RPCZeroMQ", "ServiceKit", subprocess, system, logging]),
    .target(name: "ChaosHistory"),
    .target(
        name: "Chaos",
        dependencies: kit + contracts
            + ["ChaosHistory", "Cluster", logging, subprocess, system, yams, flyingFox, flyingSocks],
        resources: [.embedInCode("Plans")]),
    .target(
        name: "GatewayCommands",
        dependencies: kit + contracts + ["CZlib", "Chaos", "Cluster", arguments, signals, flyingFox, flyingSocks],
        path: "Sources/Gateway/Commands"),
    .executableTarget(name: "hearth", dependencies: ["GatewayCommands", arguments], path: "Sources/Gateway/Main"),
    .target(
        name: "SchemaTool", dependencies: ["CBOR", "RPC", "Household", "ContractSamples"] + contracts,
        path: "Sources/HearthSchema/Tool"),
    .target(name: "ContractSamples", dependencies: ["CBOR"], path: "Sources/HearthSchema/Samples"),
    .executableTarget(name: "hearth-schema", dependencies: ["SchemaTool"], path: "Sources/HearthSchema/Main"),
    .target(
        name: "TestSupport", dependencies: kit + ["ContractSamples", "RPCInProcess", lifecycle, logging, inMemoryLogging],
        path: "Tests/Support"),
]
let common: [Target.Dependency] = kit + ["RPCInProcess", "TestSupport", logging]
let servers = services.map { target($0[1].name) }
let simulated: [Target.Dependency] =
    common + contracts + servers + ["ChaosHistory", "HTTPFetch", crypto, cryptoExtras, grdb, lifecycle]
let tests: [Target] = [
    .target(name: "HouseholdSimulation", dependencies: simulated, path: "Tests/HouseholdSimulation"),
    .executableTarget(
        name: "hearth-simulate", dependencies: ["HouseholdSimulation", "ChaosHistory", "RPC", arguments],
        path: "Tests/HearthSimulate"),
    .testTarget(name: "ChaosHistoryTests", dependencies: ["ChaosHistory"]),
    .testTarget(name: "ChaosTests", dependencies: common + contracts + ["Chaos", "ChaosHistory", "Cluster"]),
    .testTarget(name: "CBORTests", dependencies: ["CBOR"], exclude: ["fuzz"]),
    .testTarget(name: "ZeroMQTests", dependencies: ["ZeroMQ"]),
    .testTarget(
        name: "RPCTests", dependencies: ["CBOR", "RPC", "RPCInProcess", "RPCMetrics", metrics, tracing, memoryTracing]),
    .executableTarget(name: "ChaosPeer", dependencies: ["RPC", "RPCZeroMQ"], path: "Tests/ChaosPeer"),
    .testTarget(
        name: "RPCZeroMQTests",
        dependencies: ["CBOR", "ChaosPeer", "RPC", "RPCInProcess", "RPCTesting", "RPCZeroMQ", "ZeroMQ"]),
    .testTarget(
        name: "HTTPFetchTests", dependencies: ["HTTPFetch", "RPC", "TestSupport"],
        exclude: ["Support/tls-relay.py", "refused-addresses.txt"]),
    .testTarget(name: "HouseholdTests", dependencies: ["CBOR", "Household"]),
    .testTarget(name: "AccessTests", dependencies: common + [crypto]),
    .testTarget(name: "ServiceKitTests", dependencies: common + ["CShardVFS", "ZeroMQ", grdb, lifecycle, arguments]),
    .testTarget(name: "ClusterTests", dependencies: common + ["Cluster"]),
    .testTarget(
        name: "GatewayTests",
        dependencies: common + contracts + ["Cluster", "GatewayCommands", "HTTPFetch", arguments]),
    .testTarget(
        name: "IntegrationTests",
        dependencies: common + contracts + [
            "Chaos", "ChaosHistory", "Cluster", "SchemaTool", arguments, subprocess, system, yams,
        ]),
    .testTarget(name: "SimulationTests", dependencies: ["HouseholdSimulation"] + simulated),
    .testTarget(name: "ContractTests", dependencies: common + servers + ["ContractSamples", "SchemaTool", lifecycle]),
    .testTarget(
        name: "PythonClientTests",
        dependencies: ["RPC", "RPCZeroMQ", "ZeroMQ", "SchemaTool", "TestSupport"] + contracts),
    .testTarget(name: "TidyTests"),
    // The fuzzers' targets are built with the tests, too, and run on some inputs: so they go with what they look at.
    .testTarget(
        name: "FuzzTests", dependencies: ["CBOR", "RPC", "Household", "CatalogAPI", "CatalogService", "TestSupport"],
        path: "Fuzz", exclude: ["Package.swift", "README.md", "seeds.py", "Sources/CLibFuzzer", "Sources/Fuzz"],
        sources: ["Sources/FuzzTargets", "Tests"]),
]
let targets = libraries + services.flatMap(\.self) + tests
for target in targets where target.type != .system { target.swiftSettings = strict }
// The catalog's tests read real lists of many thousands of entries: unoptimised, they take a third of the whole run's time (1,500
// of 3,700 seconds of the processor), optimised a quarter to a tenth of that. For a debugger: HEARTH_DEBUG_CATALOG=1.
if Context.environment["HEARTH_DEBUG_CATALOG"] == nil {
    for target in targets where target.name == "CatalogService" {
        target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
    }
}

/// A package on GitHub, by owner and name.
func github(
    _ path: String, _ version: Version, traits: Set<Package.Dependency.Trait> = [.defaults]
) -> Package.Dependency {
    .package(url: "https://github.com/\(path)", from: version, traits: traits)
}

let package = Package(
    name: "Hearth",
    products: [
        .library(name: "HearthRPC", targets: ["CBOR", "RPC", "RPCInProcess", "RPCMetrics", "RPCZeroMQ", "ZeroMQ"]),
        .library(name: "HearthRPCTesting", targets: ["RPCTesting"]),
        // For Fuzz alone.
        .library(name: "HearthCatalog", targets: ["CatalogAPI", "CatalogService", "Household"]),
        // For Benchmarks alone.
        .library(
            name: "HearthServices",
            targets: [
                "Access", "CatalogAPI", "CatalogService", "Household", "PlaybackStateAPI", "PlaybackStateService",
                "ServiceKit",
            ]),
    ],
    dependencies: [
        github("apple/swift-argument-parser", "1.8.2"), github("apple/swift-collections", "1.6.0"),
        github("apple/swift-configuration", "1.4.0", traits: ["YAML"]), github("apple/swift-crypto", "4.5.2"),
        github("apple/swift-distributed-tracing", "1.7.3"), github("apple/swift-log", "1.16.2"),
        github("apple/swift-metrics", "2.13.0"), github("apple/swift-system", "1.8.1"),
        github("groue/GRDB.swift", "7.10.0"), github("HdrHistogram/hdrhistogram-swift", "0.2.0"),
        github("jpsim/Yams", "6.2.2"), github("swift-server/swift-service-lifecycle", "2.13.0"),
        github("swhitty/FlyingFox", "0.27.1"), github("swiftlang/swift-subprocess", "1.0.2"),
        github("vapor/jwt-kit", "5.7.1"),
    ],
    targets: targets
)
