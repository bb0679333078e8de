extension RuleSample {
    private static let catalog = "Sources/Services/Catalog/Server"

    static let serverFolders: [RuleSample] = [
        RuleSample(.serverFolders, "Sources/Services/Downloads/Server/Upkeep/A.swift", "let a = 1\n", breaks: [1]),
        RuleSample(.serverFolders, "Sources/Services/Downloads/Server/Helpers.swift", "let a = 1\n", breaks: [1]),
        RuleSample(.serverFolders, "\(catalog)/Domain/A.swift", "let a = 1\n", breaks: [1]),
        RuleSample(.serverFolders, "\(catalog)/Query/People/A.swift", "let a = 1\n", breaks: [1]),
        RuleSample(.serverFolders, "\(catalog)/Store/Titles/Rows/A.swift", "let a = 1\n", breaks: [1]),
        RuleSample(.serverFolders, "\(catalog)/Query/Search/A.swift", "let a = 1\n", breaks: []),
        RuleSample(.serverFolders, "Sources/Services/Downloads/Server/Domain/Any/A.swift", "let a = 1\n", breaks: []),
        RuleSample(.serverFolders, "Sources/Services/Downloads/Server/ALimits.swift", "let a = 1\n", breaks: []),
        RuleSample(.serverFolders, "Sources/Services/Downloads/API/A.swift", "let a = 1\n", breaks: []),
        RuleSample(
            .catalogOrder, "\(catalog)/Query/Search/A.swift",
            "let a: SourceStore\nlet b: ImportQueue\nfunc c() { JobContext() }\nlet d: [TitleHandlers]\n",
            breaks: [2, 3, 4]),
        RuleSample(
            .catalogOrder, "\(catalog)/Store/A.swift",
            "let a: TitleIndex\nlet b: TitleStore\nlet c: CatalogMigrations\nlet d: ReadScope\n", breaks: [1, 2, 3]),
        RuleSample(
            .catalogOrder, "\(catalog)/Import/Publish/A.swift", "let a: ImportUndo\nlet b: ProgrammeStager\n",
            breaks: [1, 2]),
        RuleSample(.catalogOrder, "\(catalog)/Schema/A.swift", "let a: TitleIndex\n", breaks: [1]),
        RuleSample(.catalogOrder, "\(catalog)/Handlers/A.swift", "let a: CatalogService\n", breaks: [1]),
        RuleSample(
            .catalogOrder, "\(catalog)/Query/Search/A.swift",
            "// ImportQueue\nlet a = \"ImportQueue\"\nlet b: Other.ImportQueue\nlet importQueue: TitleReader\n",
            breaks: []),
        RuleSample(
            .catalogOrder, "\(catalog)/Import/Jobs/A.swift",
            "let a: TitleIndex\nlet b: Publication\nlet c: StagedImport\nlet d: ImportRunner\nlet e: TitleStore\n",
            breaks: []),
        RuleSample(.catalogOrder, "\(catalog)/CatalogService.swift", "let a: TitleHandlers\n", breaks: []),
        RuleSample(
            .catalogOrder, "Sources/Services/Downloads/Server/Store/A.swift", "let a: ImportQueue\n", breaks: []),
        RuleSample(
            .registration, "Sources/Services/Downloads/Server/Handlers/DownloadsHandlers.swift",
            """
            struct DownloadsHandlers {
                let reader: DownloadReader

                var table: RPCHandlers<Downloads> {
                    var handlers = RPCHandlers<Downloads>()
                    handlers.on(Downloads.List.self) { [reader] request, call in try await reader.list(request) }
                    handlers.onLoop(Downloads.Locate.self) { [reader] request, _ in reader.place }
                    return handlers
                }
            }

            """, breaks: [4, 5, 6, 7]),
        RuleSample(
            .registration, "Sources/Services/Downloads/Server/DownloadsService.swift",
            """
            var handlers = RPCHandlers<Downloads>()
            DownloadReader().register(on: &handlers)
            handlers.on(Downloads.List.self) { request, _ in try await list(request) }

            """, breaks: [3]),
        RuleSample(
            .registration, "Sources/Services/Downloads/Server/Domain/A.swift",
            """
            func register(on handlers: inout RPCHandlers<Downloads>) {
                handlers.on(Downloads.List.self) { request, _ in try await list(request) }
            }

            """, breaks: [2]),
        RuleSample(
            .registration, "Sources/Services/Downloads/Server/Handlers/DownloadReader.swift",
            """
            struct DownloadReader {
                // Not RPCHandlers<Downloads>().
                func register(on handlers: inout RPCHandlers<Downloads>) {
                    handlers.on(Downloads.List.self) { request, _ in try await list(request) }
                }
            }

            """, breaks: []),
        RuleSample(
            .registration, "Sources/ServiceKit/A.swift",
            "var handlers = RPCHandlers<A>()\nhandlers.on(A.B.self) { request, _ in b(request) }\n", breaks: []),
    ]
}
