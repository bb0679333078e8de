extension RuleSample {
    static let layers: [RuleSample] = [
        RuleSample(.layers, "Sources/CBOR/A.swift", "import FoundationEssentials\nimport RPC\n", breaks: [2]),
        RuleSample(
            .layers, "Sources/RPC/A.swift", "public import CBOR\nimport Foundation\nimport Logging\n", breaks: [2]),
        RuleSample(
            .layers, "Sources/RPC/Client/A.swift", "import ZeroMQ\n@testable import ServiceKit\n", breaks: [1, 2]),
        RuleSample(.layers, "Sources/RPC/A.swift", "// import ZeroMQ\nlet a = \"import GRDB\"\n", breaks: []),
        RuleSample(.layers, "Sources/RPCZeroMQ/A.swift", "import RPC\nimport ZeroMQ\nimport CZeroMQ\n", breaks: [3]),
        RuleSample(
            .layers, "Sources/ZeroMQ/A.swift", "internal import CZeroMQ\nimport Glibc\nimport RPC\n", breaks: [3]),
        RuleSample(.layers, "Sources/ServiceKit/A.swift", "import GRDB\nimport struct HTTPFetch.Fetch\n", breaks: [2]),
        RuleSample(.layers, "Sources/ServiceKit/A.swift", "import CatalogAPI\nimport Cluster\n", breaks: [1, 2]),
        RuleSample(
            .layers, "Sources/Services/Catalog/API/A.swift",
            "public import RPC\npublic import HearthModel\nimport ProfilesAPI\nimport CBOR\nimport ServiceKit\n",
            breaks: [3, 4, 5]),
        RuleSample(
            .layers, "Sources/Services/Catalog/Server/A.swift",
            "import ProfilesAPI\npackage import GRDB\nimport CatalogAPI\nimport CXML2\nimport ProfilesService\nimport ZeroMQ\n",
            breaks: [4, 5, 6]),
        RuleSample(
            .layers, "Sources/Services/Catalog/Main/A.swift",
            "import ArgumentParser\nimport CatalogService\nimport ServiceKit\nimport GRDB\nimport CatalogAPI\nimport RPC\n",
            breaks: [4, 5, 6]),
        RuleSample(
            .layers, "Sources/Gateway/Commands/A.swift",
            "import CatalogAPI\nimport Cluster\nimport ArgumentParser\nimport CatalogService\nimport GRDB\n",
            breaks: [4, 5]),
        RuleSample(.layers, "Sources/Gateway/Main/A.swift", "import GatewayCommands\nimport RPC\n", breaks: [2]),
        RuleSample(
            .layers, "Sources/Cluster/A.swift", "import ServiceKit\nimport Chaos\nimport GRDB\n", breaks: [2, 3]),
        RuleSample(.layers, "Sources/HTTPFetch/A.swift", "import CCurl\nimport FoundationNetworking\n", breaks: [2]),
        RuleSample(
            .layers, "Tests/RPCTests/A.swift", "@testable import RPC\nimport ZeroMQ\nimport XCTest\n", breaks: [3]),
        RuleSample(.layers, "Sources/Unheard/A.swift", "import RPC\n", breaks: [1]),
        RuleSample(
            .contracts, "Sources/Services/Catalog/API/A.swift",
            "public struct A: Codable {\n    public init(from decoder: any Decoder) throws {}\n    func encode(to encoder: any Encoder) {}\n}\n",
            breaks: [2, 3]),
        RuleSample(
            .contracts, "Sources/RPC/A.swift", "public init(from decoder: any Decoder) throws {}\n", breaks: []),
    ]
}
