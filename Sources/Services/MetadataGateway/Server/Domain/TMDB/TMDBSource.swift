internal import Foundation
internal import HTTPFetch
internal import Logging
internal import MetadataGatewayAPI
internal import RPC
internal import ServiceKit
internal import Synchronization

/// Answers requests to TMDB through a household's cache.
///
/// A fresh entry is served from the cache. A stale entry is served, too, and refreshed in the background, so no caller
/// waits for a source that is slow or down while an entry exists. Concurrent requests for the same entry share one
/// fetch.
struct TMDBSource: Sendable {
    let pictures: AdultImages
    let cache: Cache<CachedResponse>
    let runtime: any Runtime
    let logger: Logger
    let key: APIKey?
    /// The addresses' prefix, `https://api.themoviedb.org/3`.
    let base: String
    let upstream: Upstream
    let flights: SingleFlight<CachedResponse>
    let counts = CacheStatistics()

    /// The attribution to show with everything from TMDB.
    static let attribution = "This product uses the TMDB API but is not endorsed or certified by TMDB."

    /// The response to a request, and its source.
    ///
    /// - Throws: `MetadataGatewayError`, `FetchError`, `RPCError`.
    func response<Value: Codable & Sendable>(
        _ type: Value.Type, to question: TMDBRequest, in household: String
    ) async throws -> (Value, AnswerSource) {
        if let cached = try await cache.find(question.key, in: household) {
            let isNew = isNew(cached, for: question)
            do {
                let value = try read(type, cached, isStale: !isNew)
                isNew ? counts.hit() : counts.staleHit()
                if !isNew { refresh(type, question, instead: cached, in: household) }
                return value
            } catch is UnreadableResponse {
                // Damaged, or of an older version of the types: fetch it again.
                await cache.drop(question.key, in: household)
            }
        }
        counts.miss()
        let fresh = try await flights.share("\(household) \(question.key)") {
            try await fetch(type, question, instead: nil, in: household)
        }
        return try read(type, fresh, isStale: false)
    }

    /// A negative entry is fresh until it expires.
    private func isNew(_ cached: CachedResponse, for question: TMDBRequest) -> Bool {
        cached.status == 404 || cache.age(of: cached) <= question.lifetime
    }

    private func read<Value: Decodable>(
        _ type: Value.Type, _ cached: CachedResponse, isStale: Bool
    ) throws -> (Value, AnswerSource) {
        guard cached.status == 200 else { throw MetadataGatewayError.unknownTitle }
        let time = Date(timeIntervalSince1970: Double(cached.fetched) / 1_000)
        let source = AnswerSource(fetchedAt: time, isStale: isStale, attribution: Self.attribution)
        return (try TMDBDecoder.decode(type, from: cached.body), source)
    }

    /// Refreshes a stale entry in the background; a failure keeps the entry.
    private func refresh<Value: Codable & Sendable>(
        _ type: Value.Type, _ question: TMDBRequest, instead old: CachedResponse, in household: String
    ) {
        flights.begin(ifIdle: "\(household) \(question.key)") {
            do { return try await fetch(type, question, instead: old, in: household) } catch {
                logger.debug("A stale entry could not be refreshed.", metadata: ["error": "\(error)"])
                throw error
            }
        }
    }

    /// Fetches from the source, and caches the response if it decodes.
    private func fetch<Value: Codable & Sendable>(
        _ type: Value.Type, _ question: TMDBRequest, instead old: CachedResponse?, in household: String
    ) async throws -> CachedResponse {
        // Another caller may have fetched it in the meantime; a damaged entry may still be there.
        if let cached = try await cache.find(question.key, in: household), isNew(cached, for: question),
            cached.status == 404 || (try? TMDBDecoder.decode(type, from: cached.body)) != nil
        {
            return cached
        }
        guard let key else { throw MetadataGatewayError.noKey }
        var request = FetchRequest(try key.address(of: question.key, at: base))
        request.headers = key.headers + [HeaderField("Accept", "application/json")]
        request.validators.etag = old?.etag
        request.limits.time = MetadataGatewayLimits.attemptTime
        (request.limits.bodyBytes, request.limits.transferBytes) = (
            MetadataGatewayLimits.responseBytes, MetadataGatewayLimits.responseBytes
        )
        let (response, value): (CachedResponse, Value?)
        do {
            (response, value) = try await upstream.fetch(request) { try readable(type, $0, instead: old) }
        } catch let error as UnreadableResponse {
            throw MetadataGatewayError.unreadable(error.field)
        } catch let error as FetchError {
            // A retry would be as large: a season with its complete cast.
            guard case .tooLarge = error.kind else { throw error }
            throw MetadataGatewayError.unreadable("")
        }
        if let value { try await pictures.note(of: value, in: household) }
        if question.isKept { await cache.keep(response, for: question.key, in: household) }
        return response
    }

    private func readable<Value: Codable>(
        _ type: Value.Type, _ response: FetchResponse, instead old: CachedResponse?
    ) throws -> (CachedResponse, Value?) {
        let now = runtime.wallTime.millisecondsSince1970
        switch response.head.status {
        case 304:
            guard var same = old else { throw UnreadableResponse(field: "") }
            same.fetched = now
            return (same, nil)
        case 401: throw MetadataGatewayError.keyRefused
        case 404: return (CachedResponse(status: 404, body: Data(), etag: nil, fetched: now), nil)
        default:
            let body = Data(try response.successful().body)
            let reading = try TMDBDecoder.read(type, from: body)
            let stored = try reading.oddFields == 0 ? body : whole(reading)
            return (CachedResponse(status: 200, body: stored, etag: response.head.etag, fetched: now), reading.value)
        }
    }
}

extension TMDBSource {
    /// The cacheable form of a response with odd fields: its lenient decoding, so that each odd field is counted and
    /// logged once.
    private func whole<Value: Encodable>(_ reading: TMDBDecoder.Reading<Value>) throws -> Data {
        counts.leaveOut(reading.oddFields)
        // Paths hold only names of fields, and nothing of the search text.
        logger.warning(
            "Some fields of a response are malformed; the rest of it is used.",
            metadata: ["count": "\(reading.oddFields)", "first": "\(reading.oddPaths.joined(separator: ", "))"])
        return try JSONEncoder().encode(reading.value)
    }
}

/// Counts of cache hits, and of odd fields.
final class CacheStatistics: Sendable {
    private let hits = Atomic<UInt64>(0)
    private let staleHits = Atomic<UInt64>(0)
    private let misses = Atomic<UInt64>(0)
    private let oddFields = Atomic<UInt64>(0)

    func hit() { hits.add(1, ordering: .relaxed) }
    func staleHit() { staleHits.add(1, ordering: .relaxed) }
    func miss() { misses.add(1, ordering: .relaxed) }
    func leaveOut(_ count: Int) { oddFields.add(UInt64(clamping: count), ordering: .relaxed) }

    /// Writes them into a status.
    func fill(_ status: inout SourceStatus) {
        status.hits = hits.load(ordering: .relaxed)
        status.staleHits = staleHits.load(ordering: .relaxed)
        status.misses = misses.load(ordering: .relaxed)
        status.oddFields = oddFields.load(ordering: .relaxed)
    }
}
