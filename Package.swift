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

let libraries: [Target] = [
    .systemLibrary(name: "CZeroMQ", providers: [.apt(["libzmq3-dev"])]),
    .target(name: "ZeroMQ", dependencies: ["CZeroMQ"]),
    .target(name: "CBOR"),
    .target(name: "RPC", dependencies: ["CBOR", deque, heap, histogram]),
    .target(name: "RPCInProcess", dependencies: ["RPC"]),
    .target(name: "Household"),
]
let tests: [Target] = [
    .testTarget(name: "CBORTests", dependencies: ["CBOR"]),
    .testTarget(name: "ZeroMQTests", dependencies: ["ZeroMQ"]),
    .testTarget(name: "RPCTests", dependencies: ["CBOR", "RPC", "RPCInProcess"]),
    .testTarget(name: "TidyTests"),
]
let targets = libraries + tests
for target in targets where target.type != .system { target.swiftSettings = strict }

/// A package on GitHub, by owner and name.
func github(_ path: String, _ version: Version) -> Package.Dependency {
    .package(url: "https://github.com/\(path)", from: version)
}

let package = Package(
    name: "Hearth",
    products: [.library(name: "HearthRPC", targets: ["CBOR", "RPC", "RPCInProcess"])],
    dependencies: [
        github("apple/swift-collections", "1.6.0"), github("HdrHistogram/hdrhistogram-swift", "0.2.0"),
    ],
    targets: targets
)
