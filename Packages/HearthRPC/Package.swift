// swift-tools-version:6.2
import PackageDescription

let features = [
    "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault",
    "InferIsolatedConformances",
]
let strict: [SwiftSetting] =
    [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)] + features.map { .enableUpcomingFeature($0) }

func product(_ name: String, _ package: String) -> Target.Dependency { .product(name: name, package: package) }
let (deque, heap) = (product("DequeModule", "swift-collections"), product("HeapModule", "swift-collections"))
let histogram = product("Histogram", "hdrhistogram-swift")
let metrics = product("Metrics", "swift-metrics")
let tracing = product("Tracing", "swift-distributed-tracing")
let memoryTracing = product("InMemoryTracing", "swift-distributed-tracing")

let libraries: [Target] = [
    .systemLibrary(name: "CZeroMQ", providers: [.apt(["libzmq3-dev"])]),
    .target(name: "Basics"),
    .target(name: "ZeroMQ", dependencies: ["Basics", "CZeroMQ"]),
    .target(name: "CBOR", dependencies: ["Basics"]),
    .target(name: "RPC", dependencies: ["Basics", "CBOR", deque, heap, histogram, tracing]),
    .target(name: "RPCDiagnostics", dependencies: ["CBOR", "RPC", tracing]),
    .target(name: "RPCMetrics", dependencies: ["RPC", "RPCDiagnostics", metrics]),
    .target(name: "RPCInProcess", dependencies: ["Basics", "RPC"]),
    .target(name: "RPCZeroMQ", dependencies: ["RPC", "ZeroMQ", deque]),
    .target(name: "FuzzKit", path: "Fuzz/Kit"),
    .target(name: "RPCTesting", dependencies: ["RPC", "RPCInProcess", "RPCZeroMQ"]),
]
let tests: [Target] = [
    .testTarget(name: "BasicsTests", dependencies: ["Basics"]),
    .testTarget(name: "CBORTests", dependencies: ["CBOR"], exclude: ["fuzz"]),
    .testTarget(name: "ZeroMQTests", dependencies: ["ZeroMQ"]),
    .testTarget(
        name: "RPCTests",
        dependencies: [
            "Basics", "CBOR", "RPC", "RPCDiagnostics", "RPCInProcess", "RPCMetrics", metrics, tracing,
            memoryTracing,
        ]),
    .executableTarget(
        name: "FaultMatrixPeer", dependencies: ["RPC", "RPCDiagnostics", "RPCZeroMQ"],
        path: "Tests/FaultMatrixPeer"),
    .testTarget(
        name: "RPCZeroMQTests",
        dependencies: [
            "CBOR", "FaultMatrixPeer", "RPC", "RPCDiagnostics", "RPCInProcess", "RPCTesting",
            "RPCZeroMQ", "ZeroMQ",
        ]),
    // The fuzzers' targets are built with the tests, too, and run for a moment: so they go with what they look at.
    .testTarget(
        name: "FuzzTests", dependencies: ["CBOR", "FuzzKit", "RPC"], path: "Fuzz",
        exclude: ["Kit", "Package.swift", "README.md", "seeds.py", "Sources/CLibFuzzer", "Sources/Fuzz"],
        sources: ["Sources/FuzzTargets", "Tests"]),
]
let targets = libraries + tests
for target in targets where target.type != .system { target.swiftSettings = strict }

// A package of its own: another suite builds on it without a word about media, and its tests are built and run apart.
let package = Package(
    name: "HearthRPC",
    products: [
        .library(name: "Basics", targets: ["Basics"]),
        .library(
            name: "HearthRPC",
            targets: ["Basics", "CBOR", "RPC", "RPCDiagnostics", "RPCInProcess", "RPCMetrics", "RPCZeroMQ", "ZeroMQ"]),
        .library(name: "FuzzKit", targets: ["FuzzKit"]),
        .library(name: "HearthRPCTesting", targets: ["RPCTesting"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    ],
    targets: targets
)
