import Foundation
import Testing

/// deploy/Dockerfile, held against what the scripts build with and what the executables are linked to.
struct ImageRules {
    let suite: DeployedSuite
    /// The packages of the shared libraries that the executables name.
    let libraries: Set<String>

    /// What is wrong with it; nothing when it is right.
    func problems(_ image: ImageFacts) throws -> [String] {
        var found: [String] = []
        func check(_ isRight: Bool, _ what: String) { if !isRight { found.append(what) } }
        let packages = image.packages
        check(
            image.executables == suite.services.union(["hearth", DeployedSuite.web]),
            "executables: \(image.executables.sorted())")
        check(packages.count == 2, "stages")
        check(packages.first == (try builderPackages()), "packages to build: \(packages.first ?? [])")
        check(
            packages.last == libraries.union(Self.certificates).union(Self.swiftLibraries),
            "packages to run: \(packages.last ?? [])")
        let shape = try shape(of: image)
        let lines = image.instructions.map { instruction in
            "\(instruction.name) " + instruction.commands.map { $0.joined(separator: " ") }.joined(separator: " && ")
        }
        for (line, expected) in zip(lines, shape) { check(line == expected, "\(line)\n    instead of\n\(expected)") }
        check(lines.count == shape.count, "\(lines.count) instructions, not \(shape.count)")
        return found
    }

    /// Authorities, for those services that ask servers on the internet.
    private static let certificates: Set<String> = ["ca-certificates"]

    /// What Swift's standard library is linked to, which is in the executables of a release.
    private static let swiftLibraries: Set<String> = ["libstdc++6"]

    /// What scripts/setup installs to build, without the tools that the toolchain's image has.
    private func builderPackages() throws -> Set<String> {
        let setup = try suite.text("scripts/setup")
        let list = try #require(setup.firstMatch(of: /packages=\(([^)]*)\)/)).1.split(whereSeparator: \.isWhitespace)
        let inImage: Set<String> = ["libstdc++-12-dev", "libc6-dev", "binutils", "git"]
        return Set(list.map(String.init).filter { $0.hasSuffix("-dev") || $0 == "pkg-config" }).subtracting(inImage)
    }

    /// The instructions as they have to be, with what varies taken from the sources.
    private func shape(of image: ImageFacts) throws -> [String] {
        let setup = try suite.text("scripts/setup")
        let version = try #require(setup.firstMatch(of: /swift_needed=(\S+)/)).1
        let common = try suite.text("scripts/common.sh")
        let flags = try #require(common.firstMatch(of: /build_flags=\(([^)]*)\)/)).1
        let apt = "apt-get update && apt-get install -y --no-install-recommends"
        let lists = "rm -rf /var/lib/apt/lists/*"
        func installed(_ stage: Int) -> String {
            // The order is free.
            image.instructions.flatMap(\.commands).filter { $0.starts(with: ["apt-get", "install"]) }
                .dropFirst(stage).first?.dropFirst(4).joined(separator: " ") ?? ""
        }
        let id = image.user.split(separator: ":").map(String.init)
        let (user, group) = (id.first ?? "", id.last ?? "")
        let directories = ["HEARTH_DATA", "HEARTH_SHARDS", "HEARTH_RUN"]
        let paths = ["/var/lib/hearth", "/var/lib/hearth-shards", "/run/hearth"]
        let executables = image.stampedPrograms.joined(separator: " ")
        return [
            "FROM swift:\(version)-bookworm AS build",
            "RUN \(apt) \(installed(0)) && \(lists)",
            "WORKDIR /src",
            "COPY Package.swift ./",
            "COPY Packages/HearthRPC/Package.swift Packages/HearthRPC/",
            "RUN swift package resolve",
            "COPY . .",
            "ARG STAMP=",
            "RUN swift build -c release \(flags) --static-swift-stdlib"
                + " && scripts/stamp \"$STAMP\" \"$(swift build -c release --show-bin-path)\" /out \(executables)",
            "FROM debian:12-slim",
            "RUN \(apt) \(installed(1)) && \(lists) && groupadd --gid \(group) hearth && useradd --uid \(user)"
                + " --gid \(group) --no-create-home --shell /usr/sbin/nologin hearth"
                + " && install -d -m 700 -o hearth -g hearth \(paths.joined(separator: " "))",
            "COPY --from=build /out/ /usr/local/bin/",
            "COPY --from=build /src/Sources/WebDoor/Page /usr/local/share/hearth/web",
            "ENV \(zip(directories, paths).map { "\($0)=\($1)" }.joined(separator: " "))",
            "USER \(user):\(group)",
            "CMD [\"hearth\", \"--help\"]",
        ]
    }
}
