# Written by hand; not tried with Nix. nix build ./packaging/nix
{
  description = "Penúltima: a shedding card game of colours and numbers, exactly by its sheets";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-24.11";
  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" ];
      each = f: nixpkgs.lib.genAttrs systems (system: f nixpkgs.legacyPackages.${system});
    in {
      packages = each (pkgs: {
        default = pkgs.stdenv.mkDerivation {
          pname = "penultima";
          version = "0.3.0";
          src = ../..;
          nativeBuildInputs = with pkgs; [
            meson ninja pkg-config binaryen brotli zopfli llvmPackages.clang-unwrapped llvmPackages.lld
            (python3.withPackages (p: [ p.fonttools p.brotli ]))
          ];
          buildInputs = with pkgs; [ ncurses libmicrohttpd gnutls nettle sqlite zlib libsodium postgresql ];
          mesonFlags = [ "-Dtests=disabled" "-Dmpi=disabled" ];
          # The typefaces that web/fonts.py looks for.
          preConfigure = ''
            mkdir -p $HOME/.local/share/fonts
            ln -s ${pkgs.vollkorn}/share/fonts $HOME/.local/share/fonts/vollkorn
            ln -s ${pkgs.lato}/share/fonts $HOME/.local/share/fonts/lato
          '';
          HOME = "/build";
        };
      });
    };
}
