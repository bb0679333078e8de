import Access
import Foundation
import HearthModel
import RPC
import ReadingListAPI
import TestSupport

extension ServiceHarness {
    /// The directory of the files that callers have sent.
    var uploads: String { "\(dataDirectory)/home/reading-list.uploads" }

    /// A client that calls as one person.
    func list(of person: TestCaller = .owner) async throws -> RPCClient<ReadingList> {
        try await client(ReadingList.self, as: person)
    }
}

extension RPCClient<ReadingList> {
    /// The error that a call fails with; nil when it succeeds.
    func failure<Request: RPCRequest>(of request: Request) async -> RPCError? where Request.Service == ReadingList {
        do {
            _ = try await send(request)
            return nil
        } catch {
            return error
        }
    }

    /// The error that an import of a text fails with; nil when it is put in line.
    func uploadFailure(
        file: String, _ text: String = "https://a.example/", bytes: Int64? = nil, format: LinkFileFormat? = nil
    ) async -> RPCError? {
        do {
            let request = ReadingList.ImportLinks(file: file, bytes: bytes, format: format)
            _ = try await upload(request, text: Data(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    /// Saves a page and gives its link.
    @discardableResult
    func save(_ url: String, _ title: String? = nil, tags: [String]? = nil) async throws -> Link {
        try await send(ReadingList.SaveLink(url: url, title: title, tags: tags)).link
    }

    /// The display titles of a list's first page.
    func titles(_ request: ReadingList.ListLinks = ReadingList.ListLinks()) async throws -> [String] {
        try await send(request).links.map(\.displayTitle)
    }

    /// All pages of a list, one after another.
    func all(_ request: ReadingList.ListLinks, size: Int32, most: Int = 10_000) async throws -> [Link] {
        var links: [Link] = []
        var request = request
        repeat {
            request.page = PageRequest(size: size, cursor: request.page?.cursor)
            let page = try await send(request)
            links += page.links
            request.page?.cursor = page.cursor
        } while request.page?.cursor != nil && links.count <= most
        return links
    }

    /// Waits for an import's end.
    func finish(_ job: String, _ harness: ServiceHarness) async throws -> LinkImport {
        while true {
            let state = try await send(ReadingList.GetLinkImport(job: job))
            if state.state.isEnd { return state }
            try await harness.runtime.sleep(for: .milliseconds(5))
        }
    }
}

extension RPCError {
    /// The rule of this service that was in the way.
    var problem: ReadingListProblem.Code? { detail(ReadingListProblem.self)?.code }

    /// The field that was wrong.
    var field: String? { detail(InvalidField.self)?.field }
}
