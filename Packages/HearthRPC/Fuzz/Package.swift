// swift-tools-version:6.2
import PackageDescription

let features = [
    "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault",
    "InferIsolatedConformances",
]
let strict: [SwiftSetting] =
    [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)] + features.map { .enableUpcomingFeature($0) }

// A package of its own: all of it, dependencies included, is built with libFuzzer's instrumentation. See README.md.
let package = Package(
    name: "RPCFuzz",
    dependencies: [.package(name: "HearthRPC", path: "..")],
    targets: [
        .target(
            name: "FuzzTargets",
            dependencies: [
                .product(name: "FuzzKit", package: "HearthRPC"), .product(name: "HearthRPC", package: "HearthRPC"),
            ], swiftSettings: strict),
        .systemLibrary(name: "CLibFuzzer"),
        .executableTarget(
            name: "fuzz",
            dependencies: ["CLibFuzzer", "FuzzTargets", .product(name: "FuzzKit", package: "HearthRPC")],
            path: "Sources/Fuzz", swiftSettings: strict),
    ]
)
