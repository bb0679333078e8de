// swift-tools-version:6.2
import PackageDescription

let features = [
    "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault",
    "InferIsolatedConformances",
]
let strict: [SwiftSetting] =
    [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)] + features.map { .enableUpcomingFeature($0) }

let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let grpc: [Target.Dependency] = [
    .product(name: "GRPCCore", package: "grpc-swift-2"),
    .product(name: "GRPCNIOTransportHTTP2Posix", package: "grpc-swift-nio-transport"),
]

// A package of its own, so that its comparison dependencies cost the main build nothing.
let package = Package(
    name: "Benchmarks",
    dependencies: [
        .package(name: "Hearth", path: ".."), .package(path: "../Packages/HearthRPC"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/grpc/grpc-swift-2", from: "2.4.3"),
        .package(url: "https://github.com/grpc/grpc-swift-nio-transport", from: "2.9.2"),
    ],
    targets: [
        .executableTarget(name: "echo-zeromq", path: "Sources/EchoZeroMQ", linkerSettings: [.linkedLibrary("zmq")]),
        .target(name: "EchoControl", swiftSettings: strict),
        .executableTarget(
            name: "echo-grpc", dependencies: ["EchoControl"] + grpc, path: "Sources/EchoGRPC", swiftSettings: strict),
        .executableTarget(
            name: "echo-hearth",
            dependencies: ["EchoControl", .product(name: "HearthRPC", package: "HearthRPC")],
            path: "Sources/EchoHearth", swiftSettings: strict),
        .target(
            name: "BenchKit",
            dependencies: [
                .product(name: "HearthRPC", package: "HearthRPC"), .product(name: "HearthServices", package: "Hearth"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict),
        .systemLibrary(name: "CXML", pkgConfig: "libxml-2.0"),
        .target(
            name: "BareCatalog", dependencies: ["CXML"], path: "Sources/BareCatalog",
            linkerSettings: [.linkedLibrary("sqlite3"), .linkedLibrary("xml2")]),
        .executableTarget(
            name: "bench-catalog",
            dependencies: [
                "BareCatalog", "BenchKit", "EchoControl", arguments, .product(name: "HearthRPC", package: "HearthRPC"),
                .product(name: "HearthServices", package: "Hearth"),
            ],
            path: "Sources/BenchCatalog", resources: [.copy("words.tsv")], swiftSettings: strict),
        .target(name: "BareReports", path: "Sources/BareReports", linkerSettings: [.linkedLibrary("sqlite3")]),
        .executableTarget(
            name: "bench-reports",
            dependencies: [
                "BareReports", "BenchKit", arguments, .product(name: "HearthRPC", package: "HearthRPC"),
                .product(name: "HearthServices", package: "Hearth"),
                .product(name: "Histogram", package: "hdrhistogram-swift"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Sources/BenchReports", swiftSettings: strict),
        .executableTarget(
            name: "bench-playback",
            dependencies: [
                "BareReports", "BenchKit", arguments, .product(name: "HearthRPC", package: "HearthRPC"),
                .product(name: "HearthServices", package: "Hearth"),
                .product(name: "Histogram", package: "hdrhistogram-swift"),
            ],
            path: "Sources/BenchPlayback", swiftSettings: strict),
        .executableTarget(
            name: "bench-codec",
            dependencies: [
                "EchoControl", arguments, .product(name: "HearthRPC", package: "HearthRPC"),
                .product(name: "HearthServices", package: "Hearth"),
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            path: "Sources/BenchCodec", exclude: ["messages.proto"], swiftSettings: strict),
        .executableTarget(
            name: "bench-rpc", dependencies: ["EchoControl", arguments], path: "Sources/BenchRPC", swiftSettings: strict
        ),
    ]
)
